import {
  ERROR_KEYS,
  ERROR_NAMES,
  type ErrorCode,
  type ErrorDetails,
  endsSession,
} from '#shared/api/index.ts';

/** A code that the spec does not list: clients have to survive one (see reserved-barcodes.ts). */
export const UNLISTED_CODE = 99;

/** What a scanning endpoint may fail with. */
export type ScanErrorCode = ErrorCode | typeof UNLISTED_CODE;

interface Description {
  /** What the operator reads, in errorMessageHTML. */
  readonly sentence: string;
}

const DESCRIPTIONS: Record<ScanErrorCode, Description> = {
  1: {
    sentence: 'The sign-in is missing from the request. Please sign in.',
  },
  2: {
    sentence: 'User name or password is wrong.',
  },
  3: {
    sentence: 'This user may not scan tickets.',
  },
  4: {
    sentence: 'The password has expired. Please sign in to the platform and set a new one.',
  },
  5: {
    sentence: 'The session has expired. Please sign in again.',
  },
  6: {
    sentence: 'The session has ended. Please sign in again.',
  },
  7: {
    sentence: 'This user may not scan for this client.',
  },
  8: {
    sentence: 'This ticket belongs to another client.',
  },
  9: {
    sentence: 'This ticket is for another series.',
  },
  10: {
    sentence: 'This ticket is for another performance.',
  },
  11: {
    sentence: 'This barcode is not valid.',
  },
  12: {
    sentence: 'This ticket has been scanned already.',
  },
  13: {
    sentence: 'This ticket has been cancelled.',
  },
  14: {
    sentence: 'This ticket has been refunded.',
  },
  15: {
    sentence: 'The request lacks something that is required.',
  },
  16: {
    sentence: 'Something unexpected happened. Please try again.',
  },
  17: {
    sentence: 'Something unexpected happened, and the session has ended. Please sign in again.',
  },
  99: {
    sentence: 'This is an error that no list knows.',
  },
};

export function sentenceOf(code: ScanErrorCode): string {
  return DESCRIPTIONS[code].sentence;
}

export function errorDetails(code: ScanErrorCode): ErrorDetails {
  return {
    errorCodeId: code,
    errorCodeKey: code === UNLISTED_CODE ? 'error.system.unlisted' : ERROR_KEYS[code],
    errorCodeName: code === UNLISTED_CODE ? 'Unlisted Error' : ERROR_NAMES[code],
    forceLogout: endsSession({ code, forceLogout: false }),
  };
}
