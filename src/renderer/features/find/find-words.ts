import { m } from '#renderer/i18n/messages.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type {
  AdmitFoundFailure,
  FindFailure,
  FoundStanding,
  FoundTicket,
} from '#shared/model/find.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import { adviceOf, type Advice } from '#renderer/lib/advice.ts';
import { callFailureWords, ledgerTroubleWords } from '#renderer/lib/failure-words.ts';
import { isolated } from '#renderer/lib/selection-text.ts';

type Failure = FindFailure | AdmitFoundFailure | CallFailure;

/**
 * Why nothing was looked for, or nobody let in. Null where there is nothing to say: it will be asked
 * again by itself, or the state says more.
 */
export function findFailureWords(failure: Failure): Advice | null {
  switch (failure.type) {
    case 'building':
    case 'overtaken':
      return null;
    case 'no-pin':
      return adviceOf('find_noPin');
    case 'no-snapshot':
      return adviceOf('find_noSnapshot');
    case 'no-patron-permission':
      return adviceOf('find_noPermission');
    case 'failed':
      return adviceOf('find_failed');
    case 'gone':
      return adviceOf('find_gone');
    case 'not-taken':
      return adviceOf('find_notTaken');
    case 'ledger':
      return ledgerTroubleWords(failure);
    case 'locked':
    case 'call-refused':
    case 'internal':
      return callFailureWords(failure);
    default:
      return assertNever(failure);
  }
}

/** What a ticket is worth, in a word. */
export function standingWord(standing: FoundStanding): string {
  switch (standing.type) {
    case 'valid':
      return m.find_standing_valid();
    case 'not-known':
      return m.find_standing_unknown();
    case 'copy':
      return m[`find_standing_${standing.code}` as const]();
    default:
      return assertNever(standing);
  }
}

/** The verdict whose shape and colour stand beside that word. */
export function standingKind(standing: FoundStanding): VerdictKind {
  if (standing.type === 'valid') return 'admit';
  if (standing.type === 'not-known' || standing.code === 11) return 'undecided';
  return standing.code === 12 ? 'duplicate' : 'reject';
}

/** When it was let in at this door for the first time, ms since the epoch; null: never. */
export function firstScanAt(standing: FoundStanding): number | null {
  return standing.type === 'copy' ? standing.firstScanAt : null;
}

/** Whose ticket it is, to stand inside a sentence. */
export function holderOf({ name, guest, ticketId }: FoundTicket): string {
  return isolated(guest ?? name ?? m.find_number({ number: String(ticketId) }));
}
