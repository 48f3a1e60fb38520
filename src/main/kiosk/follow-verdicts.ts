import type { Clock } from '#main/base/ports.ts';
import type { Entrance } from '#main/entrance/entrance.ts';
import type { Outputs } from '#main/entrance/outputs/outputs.ts';
import type { ScanMetrics } from '#main/operations/metrics/scan-metrics.ts';
import type { Repeats } from '#main/operations/records/repeats.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { Uploader } from '#main/sync/upload.ts';
import type { PartyDesk } from '#main/entrance/party/party-desk.ts';

export interface VerdictFollowers {
  readonly clock: Pick<Clock, 'steady'>;
  readonly entrance: Pick<Entrance, 'admission' | 'show' | 'sentTo'>;
  readonly metrics: ScanMetrics | undefined;
  readonly outputs: Outputs;
  readonly party: PartyDesk;
  readonly repeats: Repeats;
  readonly uploader: Uploader;
  readonly snapshots: Snapshots;
  /** Called when guests were sent to another entrance. */
  readonly onSentTo: () => void;
}

/**
 * What follows each verdict, in this order: gates open and the screen answers before what no guest waits for.
 * The other doors are told by the ledger, in its commit.
 */
export function followVerdicts(followers: VerdictFollowers): void {
  const { clock, entrance, metrics, outputs, party, repeats, uploader, snapshots } = followers;
  const { verdicts, settled } = entrance.admission;

  verdicts.subscribe(({ verdict, readAt }) =>
    metrics?.noteVerdict(verdict, clock.steady() - readAt),
  );
  verdicts.subscribe(({ verdict }) => outputs.follow(verdict));
  verdicts.subscribe(({ verdict }) => party.note(verdict));
  verdicts.subscribe(entrance.show);
  verdicts.subscribe(({ verdict, scope: { baseUrl, filter } }) => {
    const isRepeat = verdict.basis === 'repeat' && verdict.opensAgain !== true;
    if (isRepeat) repeats.note({ baseUrl, clientId: filter.clientId });
  });
  verdicts.subscribe(({ isQueued }) => {
    if (isQueued) uploader.noteQueued();
  });
  verdicts.subscribe(({ decision }) => {
    if (decision?.reason.type !== 'elsewhere') return;
    entrance.sentTo.note(decision.reason.entrance);
    followers.onSentTo();
  });
  verdicts.subscribe(({ decision }) => {
    if (decision !== null) snapshots.noteScan(decision.isUnlisted === true);
  });
  // The platform's late answer may leave an admission to be uploaded.
  settled.subscribe(() => uploader.noteQueued());
}
