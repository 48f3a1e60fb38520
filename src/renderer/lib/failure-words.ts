import { ERROR, knownError } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type {
  AskFailure,
  OpenFailure,
  ExportFailure,
  LedgerTrouble,
  ManagedRefusal,
  ServerRefusal,
} from '#shared/model/failures.ts';
import type { SignInFailure } from '#shared/model/session.ts';
import { m } from '#renderer/i18n/messages.ts';
import { adviceOf, type Advice } from './advice.ts';

/** What is said when the kiosk itself failed at a call. */
export function callFailureWords(failure: CallFailure | ManagedRefusal): Advice {
  if (failure.type === 'locked') return adviceOf('locked');
  if (failure.type === 'managed') return adviceOf('scannerSetup_managed');
  const advice = failure.type === 'internal' ? m.incident({ id: failure.incident }) : '';
  return { what: m.callFailed(), advice };
}

/** Why the kiosk's records could not be read or written. */
export function ledgerTroubleWords(failure: LedgerTrouble | CallFailure): Advice {
  return failure.type === 'ledger'
    ? adviceOf(`ledger_faults_${failure.code}`)
    : callFailureWords(failure);
}

/** Why the scans that the platform does not accept were not saved to a file. */
export function exportFailureWords(failure: ExportFailure | CallFailure): Advice {
  if (failure.type !== 'not-written') return ledgerTroubleWords(failure);
  if (['ENOSPC', 'EDQUOT'].includes(failure.code)) return adviceOf('discrepancies_notSaved_full');
  if (['EACCES', 'EPERM', 'EROFS'].includes(failure.code))
    return adviceOf('discrepancies_notSaved_forbidden');
  return {
    what: m.discrepancies_notSaved_other_what({ code: failure.code }),
    advice: m.discrepancies_notSaved_other_advice(),
  };
}

/** Why a sign-in did not work, and what to do. */
export function signInFailureWords(failure: SignInFailure | CallFailure): Advice {
  switch (failure.type) {
    case 'offline':
      return adviceOf(`offline_${failure.reason}`);
    case 'refused': {
      const { code, name } = failure.error;
      const known = knownError(failure.error);
      if (known === ERROR.authenticationFailed) return adviceOf('signIn_wrongPassword');
      if (known === ERROR.notAuthorized) return adviceOf('signIn_noPermission');
      if (known === ERROR.passwordExpired) return adviceOf('signIn_passwordExpired');
      return { what: m.signIn_refused_what({ name, code }), advice: m.signIn_refused_advice() };
    }
    case 'another-user':
      return callFailureWords({ type: 'locked' });
    case 'call-refused':
    case 'locked':
    case 'internal':
      return callFailureWords(failure);
    default:
      return assertNever(failure);
  }
}

/** Why an address was not taken. */
export function serverRefusalWords(refusal: ServerRefusal | CallFailure): string {
  switch (refusal.type) {
    case 'not-an-address':
      return m.server_notAnAddress();
    case 'not-secure':
      return m.server_notSecure();
    case 'offline':
      return m[`server_offline_${refusal.reason}` as const]();
    case 'managed':
    case 'call-refused':
    case 'locked':
    case 'internal': {
      const { what, advice } = callFailureWords(refusal);
      return `${what} ${advice}`.trim();
    }
    default:
      return assertNever(refusal);
  }
}

/** Why the platform could not be asked what is open, or the door does not open. */
export function askFailureWords(failure: AskFailure | OpenFailure | CallFailure): Advice {
  const what = m.select_failed();
  switch (failure.type) {
    case 'offline': {
      const reason = adviceOf(`offline_${failure.reason}`);
      return { what, advice: `${reason.what} ${reason.advice}` };
    }
    case 'refused':
      return {
        what,
        advice: m.select_refused({ name: failure.error.name, code: failure.error.code }),
      };
    case 'not-signed-in':
      return { what, advice: m.select_notSignedIn() };
    case 'no-pin':
      return { what: m.select_noPin_what(), advice: m.select_noPin_advice() };
    case 'call-refused':
    case 'locked':
    case 'internal':
      return callFailureWords(failure);
    default:
      return assertNever(failure);
  }
}
