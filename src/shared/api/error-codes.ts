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

/** All 17 of them, in their order. */
export const ERROR_CODES = Object.values(ERROR);

/** Whether the spec knows this code. A service may send others; they are never a crash. */
export function isErrorCode(code: number): code is ErrorCode {
  return code in ERROR_NAMES;
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
