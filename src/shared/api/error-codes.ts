/** The scanning error codes of the spec, section 7.3, with the names it gives them. */
export const ERROR_NAMES = {
  1: 'Authorization Header Invalid',
  2: 'Authentication Failed',
  3: 'Not Authorized',
  4: 'Password Expired',
  5: 'Token Expired',
  6: 'Token Not Valid',
  7: 'User Wrong Client',
  8: 'Ticket Wrong Client',
  9: 'Ticket Wrong Series',
  10: 'Ticket Wrong Performance',
  11: 'Ticket Not Valid',
  12: 'Ticket Already Scanned',
  13: 'Ticket Voided',
  14: 'Ticket Refunded',
  15: 'Input Missing Required Field',
  16: 'Unanticipated Error',
  17: 'Unanticipated Error Forced Logout',
} as const;

/** A code of the spec, section 7.3. */
export type ErrorCode = keyof typeof ERROR_NAMES;

/** The codes by the names that the code base uses for them. */
export const ERROR = {
  authorizationHeaderInvalid: 1,
  authenticationFailed: 2,
  notAuthorized: 3,
  passwordExpired: 4,
  tokenExpired: 5,
  tokenNotValid: 6,
  userWrongClient: 7,
  ticketWrongClient: 8,
  ticketWrongSeries: 9,
  ticketWrongPerformance: 10,
  ticketNotValid: 11,
  ticketAlreadyScanned: 12,
  ticketVoided: 13,
  ticketRefunded: 14,
  inputMissingRequiredField: 15,
  unanticipatedError: 16,
  unanticipatedErrorForcedLogout: 17,
} as const satisfies Record<string, ErrorCode>;

/** The values of `errorCodeKey`, `error.<area>.<name>` (spec 7.4), meant for localisation. */
export const ERROR_KEYS = {
  1: 'error.authorization.headerInvalid',
  2: 'error.authentication.failed',
  3: 'error.authorization.notAuthorized',
  4: 'error.authentication.passwordExpired',
  5: 'error.token.expired',
  6: 'error.token.notValid',
  7: 'error.user.wrongClient',
  8: 'error.ticket.wrongClient',
  9: 'error.ticket.wrongSeries',
  10: 'error.ticket.wrongPerformance',
  11: 'error.ticket.notValid',
  12: 'error.ticket.alreadyScanned',
  13: 'error.ticket.voided',
  14: 'error.ticket.refunded',
  15: 'error.input.missingRequiredField',
  16: 'error.system.unanticipated',
  17: 'error.system.unanticipatedForcedLogout',
} as const satisfies Record<ErrorCode, string>;

/** All 17 of them, in their order. */
export const ERROR_CODES = Object.values(ERROR);

/** Whether the spec lists this code. A service may send others, which must never cause a crash. */
export function isErrorCode(code: number): code is ErrorCode {
  return code in ERROR_NAMES;
}

/** The identification of an error (spec 2.5); 0 and empty where it is missing. */
export interface NamedError {
  readonly code: number;
  readonly key: string;
  readonly name: string;
}

/**
 * Returns which of the 17 an error is: by its number, else by its key or its name; null if the spec does
 * not list it.
 */
export function knownError({ code, key, name }: NamedError): ErrorCode | null {
  if (isErrorCode(code)) return code;
  const said = plain(name);
  const byWord = ERROR_CODES.find(
    (known) => ERROR_KEYS[known] === key.trim() || plain(ERROR_NAMES[known]) === said,
  );
  return byWord ?? null;
}

/** Whether an error has neither number nor key nor name. */
export function namesNothing({ code, key, name }: NamedError): boolean {
  return code === 0 && key === '' && name === '';
}

/** Names are compared without case and surrounding whitespace. */
function plain(name: string): string {
  return name.trim().toLowerCase();
}

/**
 * Returns what an error is about: the ticket (8 to 14), the user (2, 3, 4, 7), the session (1, 5, 6, 17),
 * the request (15), or the platform itself (16). Null if the spec does not list it.
 */
export type ErrorSubject = 'ticket' | 'user' | 'session' | 'request' | 'platform';

const SUBJECTS = {
  1: 'session',
  2: 'user',
  3: 'user',
  4: 'user',
  5: 'session',
  6: 'session',
  7: 'user',
  8: 'ticket',
  9: 'ticket',
  10: 'ticket',
  11: 'ticket',
  12: 'ticket',
  13: 'ticket',
  14: 'ticket',
  15: 'request',
  16: 'platform',
  17: 'session',
} as const satisfies Record<ErrorCode, ErrorSubject>;

export function subjectOf(error: NamedError): ErrorSubject | null {
  const known = knownError(error);
  return known === null ? null : SUBJECTS[known];
}

/** Whether a code says that a ticket is used or not good; null: there is none. */
export function isAboutTicket(code: number | null): code is number {
  return code !== null && isErrorCode(code) && SUBJECTS[code] === 'ticket';
}

const SESSION_ENDING: readonly number[] = [
  ERROR.authorizationHeaderInvalid,
  ERROR.tokenExpired,
  ERROR.tokenNotValid,
  ERROR.unanticipatedErrorForcedLogout,
];

/** Whether this error means that the token is no longer good and somebody has to sign in again. */
export function endsSession(error: { code: number; forceLogout: boolean }): boolean {
  return error.forceLogout || SESSION_ENDING.includes(error.code);
}
