import type { PartyOutcome, PartyProgress } from '#shared/model/party.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';

/** Of those who are not let in, the one is heard for whom staff have most to do. */
const GRAVEST = ['reject', 'undecided', 'duplicate', 'held', 'elsewhere'] as const;

/** Whose sound is heard when all of a party are decided; null: none. */
export function partySound({ guests }: Pick<PartyProgress, 'guests'>): VerdictKind | null {
  const kinds = new Set(guests.map(({ outcome }) => kindOf(outcome)));
  // Whoever stopped it knows that not all have come in.
  return GRAVEST.find((kind) => kinds.has(kind)) ?? (kinds.has(null) ? null : 'admit');
}

/** Whether this is the end of letting in a party, which was not told before. */
export function hasPartyEnded(now: PartyProgress | null, before: PartyProgress | null): boolean {
  if (now === null || now.isRunning) return false;
  return before === null || before.isRunning || before.guests[0]?.id !== now.guests[0]?.id;
}

function kindOf(outcome: PartyOutcome | null): VerdictKind | null {
  if (outcome?.type === 'decided') return outcome.kind;
  return outcome?.type === 'not-recorded' ? 'undecided' : null;
}
