import { ERROR } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type {
  AskFailure,
  CallFailure,
  ExportFailure,
  LedgerTrouble,
  ServerRefusal,
} from '#shared/ipc/kiosk-api.ts';
import type { SignInFailure } from '#shared/model/session.ts';
import type { Advice, Words } from './i18n/en.ts';

/** What is said when the kiosk itself failed at a call. */
export function callFailureWords(words: Words, failure: CallFailure): Advice {
  const advice = failure.type === 'internal' ? words.incident(failure.incident) : '';
  return { what: words.callFailed, advice };
}

/** Why the kiosk's records could not be read or written. */
export function ledgerTroubleWords(words: Words, failure: LedgerTrouble | CallFailure): Advice {
  return failure.type === 'ledger'
    ? words.ledger.faults[failure.code]
    : callFailureWords(words, failure);
}

/** Why the scans that the platform does not accept were not saved to a file. */
export function exportFailureWords(words: Words, failure: ExportFailure | CallFailure): Advice {
  if (failure.type !== 'not-written') return ledgerTroubleWords(words, failure);
  const { notSaved } = words.discrepancies;
  if (['ENOSPC', 'EDQUOT'].includes(failure.code)) return notSaved.full;
  if (['EACCES', 'EPERM', 'EROFS'].includes(failure.code)) return notSaved.forbidden;
  return notSaved.other(failure.code);
}

/** Why a sign-in did not work, and what to do. */
export function signInFailureWords(words: Words, failure: SignInFailure | CallFailure): Advice {
  switch (failure.type) {
    case 'offline':
      return words.offline[failure.reason];
    case 'refused': {
      const { code, name } = failure.error;
      if (code === ERROR.authenticationFailed) return words.signIn.wrongPassword;
      if (code === ERROR.notAuthorized) return words.signIn.noPermission;
      if (code === ERROR.passwordExpired) return words.signIn.passwordExpired;
      return words.signIn.refused(name, code);
    }
    case 'call-refused':
    case 'internal':
      return callFailureWords(words, failure);
    default:
      return assertNever(failure);
  }
}

/** Why an address was not taken. */
export function serverRefusalWords(words: Words, refusal: ServerRefusal | CallFailure): string {
  switch (refusal.type) {
    case 'not-an-address':
      return words.server.notAnAddress;
    case 'not-secure':
      return words.server.notSecure;
    case 'offline':
      return words.server.offline[refusal.reason];
    case 'call-refused':
    case 'internal': {
      const { what, advice } = callFailureWords(words, refusal);
      return `${what} ${advice}`.trim();
    }
    default:
      return assertNever(refusal);
  }
}

/** Why the platform could not be asked what is open. */
export function askFailureWords(words: Words, failure: AskFailure | CallFailure): Advice {
  const what = words.select.failed;
  switch (failure.type) {
    case 'offline': {
      const reason = words.offline[failure.reason];
      return { what, advice: `${reason.what} ${reason.advice}` };
    }
    case 'refused':
      return { what, advice: words.select.refused(failure.error.name, failure.error.code) };
    case 'not-signed-in':
      return { what, advice: words.select.notSignedIn };
    case 'call-refused':
    case 'internal':
      return callFailureWords(words, failure);
    default:
      return assertNever(failure);
  }
}
