import { ERROR } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { ResetFailure, UnlockFailure } from '#shared/model/lock.ts';
import { m } from '#renderer/i18n/messages.ts';
import { adviceOf, type Advice } from '#renderer/lib/advice.ts';
import { callFailureWords, signInFailureWords } from '#renderer/lib/failure-words.ts';

/** Why the kiosk stays locked; null where its state says more: see {@link LockState.nextTryAt}. */
export function unlockFailureWords(
  failure: UnlockFailure | CallFailure,
  count: (value: number) => string,
): string | null {
  switch (failure.type) {
    case 'wrong-pin':
      return m.lock_wrong({ count: failure.triesLeft, shown: count(failure.triesLeft) });
    case 'wait':
      return null;
    case 'call-refused':
    case 'locked':
    case 'internal':
      return callFailureWords(failure).what;
    default:
      return assertNever(failure);
  }
}

/** Why a PIN that was forgotten stays as it is. */
export function resetFailureWords(failure: ResetFailure | CallFailure): Advice {
  switch (failure.type) {
    case 'not-signed-in':
      return adviceOf('lock_reset_nobody');
    case 'wait':
      return adviceOf('lock_reset_wait');
    case 'another-user':
      return adviceOf('lock_reset_another');
    case 'refused':
      return failure.error.code === ERROR.authenticationFailed
        ? adviceOf('lock_reset_wrongPassword')
        : signInFailureWords(failure);
    case 'offline':
      return signInFailureWords(failure);
    case 'call-refused':
    case 'locked':
    case 'internal':
      return callFailureWords(failure);
    default:
      return assertNever(failure);
  }
}
