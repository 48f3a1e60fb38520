import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { LedgerTrouble } from '#shared/model/failures.ts';
import type { NotTakenBack } from '#shared/model/take-back.ts';
import { err, ok, type Result } from '#shared/result.ts';

export interface TakeBackPorts {
  readonly keeper: Pick<LedgerKeeper, 'use'>;
  readonly platformClock: Pick<PlatformClock, 'now'>;
  /** Whether its holder has left since, or come in again, at any door of the venue. */
  readonly isFollowed: (id: string) => boolean;
  /** Tells the other doors of the house what has become of an entry, by its place in the ledger. */
  readonly tellAgain: (sequence: number) => void;
}

/** Takes back an admission of this door, in its ledger and at all doors of the house. */
export function takeBack(
  { keeper, platformClock, isFollowed, tellAgain }: TakeBackPorts,
  request: { readonly id: string; readonly why: string },
): Result<null, LedgerTrouble | NotTakenBack> {
  if (isFollowed(request.id)) return err({ type: 'not-taken-back', because: 'followed' });
  const at = platformClock.now();
  const done = keeper.use((ledger) => ledger.takeBack({ ...request, at }));
  if (!done.ok) return err({ type: 'ledger', code: done.error.code });
  if (!done.value.ok) return err({ type: 'not-taken-back', because: done.value.error });
  tellAgain(done.value.value);
  return ok(null);
}
