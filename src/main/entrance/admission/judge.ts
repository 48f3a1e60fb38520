import { ERROR, subjectOf } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import type { TicketIds } from '#main/ledger/entry.ts';
import type { Decision } from './decision.ts';
import type { PlatformAnswer } from './platform-answer.ts';

/** An answer of the platform that contains a decision. */
export type PlatformWord = Extract<PlatformAnswer, { type: 'admitted' | 'refused' }>;

/**
 * The decision that is the platform's word.
 *
 * @param leftAt when the holder left who may come in again; null: nobody did
 */
export function judge(
  word: PlatformWord,
  ticketIds: TicketIds | null,
  leftAt: number | null = null,
): Decision {
  switch (word.type) {
    case 'admitted':
      return {
        kind: 'admit',
        basis: 'platform',
        reason: leftAt === null ? { type: 'admitted' } : { type: 'came-back', leftAt },
        ticket: word.ticket,
        ticketIds,
      };
    case 'refused':
      return {
        kind: kindOfRefusal(word),
        basis: 'platform',
        reason: { type: 'platform-error', error: word.error },
        ticket: null,
        ticketIds,
      };
    default:
      return assertNever(word);
  }
}

/**
 * A rejection needs the platform's word about the ticket itself; a refusal for any other cause
 * leaves the scan undecided.
 */
function kindOfRefusal({ error }: Extract<PlatformWord, { type: 'refused' }>): VerdictKind {
  if (error.code === ERROR.ticketAlreadyScanned) return 'duplicate';
  return subjectOf(error) === 'ticket' ? 'reject' : 'undecided';
}
