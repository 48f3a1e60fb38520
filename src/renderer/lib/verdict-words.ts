import { knownError } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import { m } from '#renderer/i18n/messages.ts';
import { reasonOf, type ReasonWords } from './advice.ts';

/** What an error of the platform means: by its key, else by its code, else by its own name. */
export function errorWords(error: ApiError): ReasonWords {
  const known = knownError(error);
  if (known !== null) return reasonOf(`error_${known}`);
  const name = error.name.trim() || error.key.trim() || m.reasons_unnamedError();
  return {
    reason: m.reasons_unknownError_reason({ name }),
    action: m.reasons_unknownError_action({ code: error.code }),
  };
}

/** Why the verdict is what it is, in words: for the visitor, and for the usher. */
export function reasonWords(verdict: Pick<Verdict, 'kind' | 'reason'>): ReasonWords {
  const { reason } = verdict;
  switch (reason.type) {
    case 'admitted':
      return reasonOf('reasons_admitted');
    case 'valid':
      return reasonOf('reasons_valid');
    case 'not-known':
      return reasonOf('reasons_notKnown');
    case 'platform-error':
      return errorWords(reason.error);
    case 'copy':
      return verdict.kind === 'checked'
        ? { reason: m[`error_${reason.code}_reason` as const](), action: m.reasons_lookedUp() }
        : reasonOf(`error_${reason.code}`);
    case 'no-answer':
      return reasonOf(`reasons_noAnswer_${reason.cause}`);
    case 'not-signed-in':
      return reasonOf('reasons_notSignedIn');
    default:
      return assertNever(reason);
  }
}

/** What the verdict rests on and when it was decided; `time` is ready to be shown. */
export function basisWords(verdict: Verdict, time: string): string {
  if (verdict.basis === 'repeat') return m.verdict_repeat({ time });
  if (verdict.kind === 'checked') return m.lookUp_basis({ time });
  if (verdict.reason.type === 'no-answer' || verdict.reason.type === 'not-signed-in') {
    return m.verdict_noBasis({ time });
  }
  switch (verdict.basis) {
    case 'platform':
      return m.verdict_fromPlatform({ time });
    case 'cache':
      return m.verdict_fromCache({ time });
    case 'late':
      return m.verdict_late({ time });
    default:
      return assertNever(verdict.basis);
  }
}

/** The code with which the platform refused, or would have; null if none did. */
export function errorCode({ reason }: Pick<Verdict, 'reason'>): number | null {
  if (reason.type === 'platform-error') return reason.error.code;
  return reason.type === 'copy' ? reason.code : null;
}
