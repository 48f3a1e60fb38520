import { ERROR_KEYS, isErrorCode } from '#shared/api/index.ts';
import type { Fault, Passing } from '#tests/support/fault-proxy.ts';

interface Refusal {
  readonly status?: number;
  readonly forceLogout?: boolean;
}

/** The platform's own error, as the answer to a whole request. */
export function refusal(code: number, { status = 200, forceLogout = false }: Refusal = {}): Fault {
  const errorCodeKey = isErrorCode(code) ? ERROR_KEYS[code] : 'error.maintenance';
  const errorDetails = { errorCodeId: code, errorCodeKey, errorCodeName: 'No', forceLogout };
  return answering({ ...ENVELOPE, errorDetails, failedBarcodes: null }, status);
}

/** The platform's no, without a word about why. */
export function bareRefusal(status: number): Fault {
  return answering(ENVELOPE, status);
}

/** An answer to a whole request. */
export function answering(body: unknown, status = 200): Fault {
  return { type: 'answer', status, body: JSON.stringify(body) };
}

/** A fault for the uploads that carry this barcode. */
export const carrying = (code: string, fault: Fault) => (passing: Passing) =>
  passing.path.endsWith('/syncScans') && passing.body.includes(`"${code}"`) ? fault : null;

/** A fault for all uploads. */
export const everyUpload =
  (fault: Fault) =>
  ({ path }: Passing) =>
    path.endsWith('/syncScans') ? fault : null;

const ENVELOPE = {
  accessTokenExpiration: null,
  error: true,
  errorMessageHTML: null,
  errorDetails: null,
};
