import { ERROR_NAMES, type ErrorCode, type ErrorDetails, endsSession } from '#shared/api/index.ts';

/** A code that the spec does not list: clients have to survive one (see reserved-barcodes.ts). */
export const UNLISTED_CODE = 99;

/** What a scanning endpoint may fail with. */
export type ScanErrorCode = ErrorCode | typeof UNLISTED_CODE;

interface Description {
  /** `error.<area>.<name>` (spec 7.4). */
  readonly key: string;
  /** What the operator reads, in errorMessageHTML. */
  readonly sentence: string;
}

const DESCRIPTIONS: Record<ScanErrorCode, Description> = {
  1: {
    key: 'error.authorization.headerInvalid',
    sentence: 'The sign-in is missing from the request. Please sign in.',
  },
  2: {
    key: 'error.authentication.failed',
    sentence: 'User name or password is wrong.',
  },
  3: {
    key: 'error.authorization.notAuthorized',
    sentence: 'This user may not scan tickets.',
  },
  4: {
    key: 'error.authentication.passwordExpired',
    sentence: 'The password has expired. Please sign in to the platform and set a new one.',
  },
  5: {
    key: 'error.token.expired',
    sentence: 'The session has expired. Please sign in again.',
  },
  6: {
    key: 'error.token.notValid',
    sentence: 'The session has ended. Please sign in again.',
  },
  7: {
    key: 'error.user.wrongClient',
    sentence: 'This user may not scan for this client.',
  },
  8: {
    key: 'error.ticket.wrongClient',
    sentence: 'This ticket belongs to another client.',
  },
  9: {
    key: 'error.ticket.wrongSeries',
    sentence: 'This ticket is for another series.',
  },
  10: {
    key: 'error.ticket.wrongPerformance',
    sentence: 'This ticket is for another performance.',
  },
  11: {
    key: 'error.ticket.notValid',
    sentence: 'This barcode is not valid.',
  },
  12: {
    key: 'error.ticket.alreadyScanned',
    sentence: 'This ticket has been scanned already.',
  },
  13: {
    key: 'error.ticket.voided',
    sentence: 'This ticket has been cancelled.',
  },
  14: {
    key: 'error.ticket.refunded',
    sentence: 'This ticket has been refunded.',
  },
  15: {
    key: 'error.input.missingRequiredField',
    sentence: 'The request lacks something that is required.',
  },
  16: {
    key: 'error.system.unanticipated',
    sentence: 'Something unexpected happened. Please try again.',
  },
  17: {
    key: 'error.system.unanticipatedForcedLogout',
    sentence: 'Something unexpected happened, and the session has ended. Please sign in again.',
  },
  99: {
    key: 'error.system.unlisted',
    sentence: 'This is an error that no list knows.',
  },
};

export function sentenceOf(code: ScanErrorCode): string {
  return DESCRIPTIONS[code].sentence;
}

export function errorDetails(code: ScanErrorCode): ErrorDetails {
  return {
    errorCodeId: code,
    errorCodeKey: DESCRIPTIONS[code].key,
    errorCodeName: code === UNLISTED_CODE ? 'Unlisted Error' : ERROR_NAMES[code],
    forceLogout: endsSession({ code, forceLogout: false }),
  };
}
