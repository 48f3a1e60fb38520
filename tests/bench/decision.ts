import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { decideHere } from '#main/entrance/admission/offline-decision.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import { standingOf } from '#main/ledger/standing.ts';
import { barcode } from '#tests/main/snapshot/support/tickets.ts';
import { offlineAdmission, valueOf } from '#tests/main/ledger/support.ts';
import { openBareDoor } from './bare-door.ts';
import type { SnapshotWord } from '#main/entrance/admission/evidence.ts';
import { halfAndMost, type Figure } from './figures.ts';
import { FILTER, HOUSE, openSnapshots, openLedger, PLATFORM, startSnapshots } from './house.ts';
import { inFolder } from './in-folder.ts';
import { openInHouse } from './in-house.ts';
import { inTurns } from './in-turns.ts';

/** Verdicts of the evening so far. */
const VERDICTS_BEFORE = 10_000;
/** A code that is missing proves nothing. */
const UNPROVEN = {
  type: 'usable',
  absenceDoubt: { type: 'not-covered', start: null },
} as const;
/** A prime beside the number of verdicts before: people come in no order. */
const STRIDE = 611_953;

/**
 * A decision without the network, from the look-up to the durable verdict, while the next snapshot of
 * as many tickets is being built; beside the bare look-up, opening and insert, under the same load.
 */
export function measureDecisions(tickets: number, decisions: number): Promise<Figure[]> {
  return inFolder(async (folder) => {
    mkdirSync(join(folder, 'cache'));
    const { snapshots } = openSnapshots(join(folder, 'cache'), tickets);
    await startSnapshots(snapshots);
    const { ledger, atOnce } = openLedger(folder);
    atOnce(() => {
      for (let scan = 0; scan < VERDICTS_BEFORE; scan += 1) {
        decide(snapshots, ledger, `before-${scan}`);
      }
    });
    const bare = openBareDoor(folder, tickets);
    const number = (turn: number) => (turn * STRIDE) % tickets;
    const plainly = (turn: number) => {
      const key = bare.keyOf(number(turn));
      return () => bare.insert(bare.find(key));
    };
    const besideBare = (decideOf: (code: string) => void, first: number) =>
      inTurns(
        decisions,
        [
          (turn) => {
            const code = barcode(number(first + turn));
            return () => decideOf(code);
          },
          plainly,
        ],
        () => untilBuilding(snapshots),
      );

    const [ours = [], plain = []] = await besideBare((code) => decide(snapshots, ledger, code), 0);
    const inHouse = await openInHouse(folder, tickets, snapshots, ledger);
    // Others than those who have just been let in.
    const [ofHouse = [], plainToo = []] = await besideBare(
      (code) => inHouse.decide(code),
      decisions,
    );
    inHouse.close();
    await snapshots.stop();
    ledger.close();
    bare.close();
    const what = 'decision from the snapshot and durable commit, while a refresh is building';
    const promised = { toReach: { ratio: 2 }, halfToReach: { ratio: 1.5 } };
    return [
      ...halfAndMost({ what, size: tickets, ...promised }, ours, plain),
      ...halfAndMost(
        {
          what: `${what}, with a house, notes and entrances`,
          size: tickets,
          toReach: null,
          halfToReach: { ratio: 2 },
        },
        ofHouse,
        plainToo,
      ),
    ];
  });
}

function decide(snapshots: Snapshots, ledger: Ledger, code: string): void {
  const now = Date.now();
  const state = snapshots.usable(now);
  const [ticket = null] = valueOf(snapshots.find(FILTER.clientId, code));
  const ticketIds = ticket === null ? [] : [ticket.ticketId];
  const wanted = { clientRef: HOUSE, code, ticketIds, ticketHash: '' };
  const standing = standingOf(valueOf(ledger.ticketEvents(wanted)), now);
  const snapshot: SnapshotWord =
    state.status === 'usable'
      ? { ...UNPROVEN, builtAt: state.builtAt, ticket, productionId: null, isOn: true }
      : { type: 'none' };
  const decision = decideHere(
    { baseUrl: PLATFORM, filter: FILTER },
    {
      snapshot,
      words: [snapshot],
      standing,
      firstScanAt: standing.admissions[0]?.at ?? null,
      usedAtDoor: null,
      leftAt: null,
    },
    { type: 'no-answer', cause: 'unreachable' },
  );
  const entry = offlineAdmission({
    ...decision,
    baseUrl: PLATFORM,
    filter: FILTER,
    code,
    platformTime: now,
  });
  valueOf(ledger.record(entry));
}

/** A guest comes, while tickets are being written. */
async function untilBuilding(snapshots: Snapshots): Promise<void> {
  do {
    if (snapshots.state().refreshing === null) void snapshots.refresh();
    await wait(1);
  } while ((snapshots.state().refreshing?.tickets ?? 0) === 0);
}
