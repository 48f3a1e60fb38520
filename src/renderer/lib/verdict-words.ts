import { ERROR, isErrorCode } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import type { ReasonWords, Words } from './i18n/en.ts';

function errorWords(words: Words, error: ApiError): ReasonWords {
  if (isErrorCode(error.code)) return words.reasons.errors[error.code];
  const name = error.name.trim() || error.key.trim() || words.reasons.unnamedError;
  return words.reasons.unknownError(name, error.code);
}

/** Why the verdict is what it is, in words: for the visitor, and for the usher. */
export function reasonWords(words: Words, verdict: Verdict): ReasonWords {
  const { reason } = verdict;
  switch (reason.type) {
    case 'admitted':
      return verdict.kind === 'checked' ? words.reasons.checked : words.reasons.admitted;
    case 'platform-error':
      return errorWords(words, reason.error);
    case 'no-answer':
      return words.reasons.noAnswer[reason.cause];
    case 'not-signed-in':
      return words.reasons.notSignedIn;
    default:
      return assertNever(reason);
  }
}

/** What the verdict rests on and when it was decided; `time` is ready to be shown. */
export function basisWords(words: Words, verdict: Verdict, time: string): string {
  if (verdict.basis === 'repeat') return words.verdict.repeat(time);
  if (verdict.reason.type === 'no-answer' || verdict.reason.type === 'not-signed-in') {
    return words.verdict.noBasis(time);
  }
  switch (verdict.basis) {
    case 'platform':
      return words.verdict.fromPlatform(time);
    case 'cache':
      return words.verdict.fromCache(time);
    case 'late':
      return words.verdict.late(time);
    default:
      return assertNever(verdict.basis);
  }
}

const TICKET_FOR_ELSEWHERE: readonly number[] = [
  ERROR.ticketWrongClient,
  ERROR.ticketWrongSeries,
  ERROR.ticketWrongPerformance,
];

/** Whether it helps to say what this door is open for: the ticket is good, but for elsewhere. */
export function namesTheDoor({ reason }: Verdict): boolean {
  return reason.type === 'platform-error' && TICKET_FOR_ELSEWHERE.includes(reason.error.code);
}
