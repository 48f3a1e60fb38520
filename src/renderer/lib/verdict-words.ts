import { ERROR, isErrorCode } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import type { Format } from './format.ts';
import type { ReasonWords, Words } from './i18n/en.ts';
import { isolated } from './selection-text.ts';

/** What an error of the platform means, by its code. */
export function errorWords(words: Words, error: ApiError): ReasonWords {
  if (isErrorCode(error.code)) return words.reasons.errors[error.code];
  const name = error.name.trim() || error.key.trim() || words.reasons.unnamedError;
  return words.reasons.unknownError(name, error.code);
}

/** Why the verdict is what it is, in words: for the visitor, and for the usher. */
export function reasonWords(words: Words, verdict: Pick<Verdict, 'kind' | 'reason'>): ReasonWords {
  const { reason } = verdict;
  switch (reason.type) {
    case 'admitted':
      return words.reasons.admitted;
    case 'valid':
      return words.reasons.valid;
    case 'not-known':
      return words.reasons.notKnown;
    case 'platform-error':
      return errorWords(words, reason.error);
    case 'copy':
      return verdict.kind === 'checked'
        ? { ...words.reasons.errors[reason.code], action: words.reasons.lookedUp }
        : words.reasons.errors[reason.code];
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
  if (verdict.kind === 'checked') return words.lookUp.basis(time);
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

/** The code with which the platform refused, or would have; null if none did. */
export function errorCode({ reason }: Pick<Verdict, 'reason'>): number | null {
  if (reason.type === 'platform-error') return reason.error.code;
  return reason.type === 'copy' ? reason.code : null;
}

/** Whether it helps to say what this door is open for: the ticket is good, but for elsewhere. */
export function namesTheDoor(verdict: Verdict): boolean {
  const code = errorCode(verdict);
  return code !== null && TICKET_FOR_ELSEWHERE.includes(code);
}

/**
 * What the usher should know besides, of a verdict that was made without the platform.
 *
 * @param decidedAt - when, on the platform's clock
 */
export function offlineNotes(
  words: Words,
  format: Format,
  { kind, reason, ticket }: Verdict,
  decidedAt: number,
): string[] {
  const { performance, firstScan, notInCopy, noCopy, lookedUpIn } = words.copyRefusal;
  switch (reason.type) {
    case 'copy': {
      const { code, copyFrom, firstScanAt } = reason;
      const notes: string[] = [];
      // Where the ticket's facts are shown, they say it.
      if (reason.performance && ticket === null) {
        notes.push(performance(isolated(reason.performance)));
      }
      if (firstScanAt !== null) notes.push(firstScan(format.since(firstScanAt, decidedAt)));
      if (code === ERROR.ticketNotValid && copyFrom !== null) {
        notes.push(notInCopy(format.since(copyFrom, decidedAt)));
      } else if (kind === 'checked' && copyFrom !== null) {
        notes.push(lookedUpIn(format.since(copyFrom, decidedAt)));
      }
      return notes;
    }
    case 'no-answer':
    case 'not-signed-in':
      return [noCopy];
    case 'valid':
      return [lookedUpIn(format.since(reason.copyFrom, decidedAt))];
    case 'not-known':
    case 'admitted':
    case 'platform-error':
      return [];
    default:
      return assertNever(reason);
  }
}
