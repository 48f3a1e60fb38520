import { ERROR, knownError } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { Verdict, VerdictReason } from '#shared/model/verdict.ts';
import { language } from '#renderer/i18n/locale.svelte.ts';
import { m } from '#renderer/i18n/messages.ts';
import { entranceName } from '#renderer/lib/entrance-words.ts';
import { reasonOf, type ReasonWords } from '#renderer/lib/advice.ts';

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

/** The one word for the visitor: somebody who comes in again is greeted as such. */
export function verdictWord(
  { kind, reason }: Pick<Verdict, 'kind' | 'reason'>,
  locale = language(),
): string {
  return kind === 'admit' && reason.type === 'came-back'
    ? m.verdicts_back({}, { locale })
    : m[`verdicts_${kind}` as const]({}, { locale });
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
    case 'not-listed':
      return reasonOf('reasons_notListed');
    case 'not-on':
      return reasonOf('reasons_notOn');
    case 'held':
      return reasonOf('reasons_held');
    case 'came-back':
      return reasonOf('reasons_cameBack');
    case 'went-out': {
      const words = reasonOf('reasons_wentOut');
      return {
        reason: reason.mayReturn ? m.out_mayReturn() : words.reason,
        action: reason.isStray ? m.out_stray() : words.action,
      };
    }
    case 'house-full':
      return reasonOf('reasons_houseFull');
    case 'overruled':
      return reasonOf('reasons_overruled');
    case 'elsewhere':
      return { reason: entranceName(reason.entrance), action: m.reasons_elsewhere_action() };
    case 'unclear':
      return reasonOf(`reasons_unclear_${reason.because}`);
    case 'word-awaited':
      return reasonOf('reasons_wordAwaited');
    case 'doubted-claim':
      return reasonOf('reasons_doubtedClaim');
    case 'platform-error':
      return errorWords(reason.error);
    case 'copy': {
      // The snapshot does not tell the two apart (spec 2.10); the platform's own 13 and 14 do.
      const isVoided = reason.code === ERROR.ticketVoided;
      const words = isVoided
        ? reasonOf('snapshotRefusal_voided')
        : reasonOf(`error_${reason.code}`);
      return verdict.kind === 'checked' ? { ...words, action: m.reasons_lookedUp() } : words;
    }
    case 'no-answer':
      return reasonOf(`reasons_noAnswer_${reason.cause}`);
    case 'not-signed-in':
      return reasonOf('reasons_notSignedIn');
    default:
      return assertNever(reason);
  }
}

/** Whether a verdict with this reason rests on something: the platform has said it, or what is known here shows it. */
const RESTS_ON_SOMETHING: Readonly<Record<VerdictReason['type'], boolean>> = {
  admitted: true,
  'platform-error': true,
  copy: true,
  valid: true,
  'not-known': true,
  'no-answer': false,
  'not-signed-in': false,
  'not-listed': false,
  'not-on': false,
  'word-awaited': false,
  unclear: false,
  'doubted-claim': false,
  held: true,
  'came-back': true,
  'went-out': true,
  'house-full': true,
  overruled: true,
  elsewhere: true,
};

/** What the verdict rests on and when it was decided; `time` is ready to be shown. */
export function basisWords(verdict: Verdict, time: string): string {
  if (verdict.opensAgain === true) return m.outputs_opensAgain({ time });
  if (verdict.basis === 'repeat') return m.verdict_repeat({ time });
  if (verdict.kind === 'checked') return m.lookUp_basis({ time });
  // The platform was not asked, however well it can be reached.
  if (verdict.kind === 'elsewhere') return m.entrances_basis({ time });
  if (!RESTS_ON_SOMETHING[verdict.reason.type]) return m.verdict_noBasis({ time });
  switch (verdict.basis) {
    case 'platform':
      return m.verdict_fromPlatform({ time });
    case 'cache':
      return m.verdict_fromSnapshot({ time });
    case 'venue':
      return verdict.kind === 'admit' || verdict.kind === 'exit'
        ? m.back_basis({ time })
        : m.verdict_fromVenue({ time });
    case 'late':
      return m.verdict_late({ time });
    case 'staff':
      return m.overrule_basis({ time });
    default:
      return assertNever(verdict.basis);
  }
}

/** The code with which the platform refused, or would have; null if none did. */
export function errorCode({ reason }: Pick<Verdict, 'reason'>): number | null {
  if (reason.type === 'platform-error') return reason.error.code;
  return reason.type === 'copy' ? reason.code : null;
}
