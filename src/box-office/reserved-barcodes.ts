import { ERROR } from '#shared/api/index.ts';
import { UNLISTED_CODE, type ScanErrorCode } from './scan-errors.ts';

/** Barcodes that make validateTicket fail in ways that no ticket does; none is ever sold. */
export const RESERVED_BARCODES = {
  unanticipated: '000000000016',
  /** Really ends the session. */
  unanticipatedForcedLogout: '000000000017',
  /** A code beyond the spec's list. */
  unlisted: '000000000099',
} as const;

const CODES = new Map<string, ScanErrorCode>([
  [RESERVED_BARCODES.unanticipated, ERROR.unanticipatedError],
  [RESERVED_BARCODES.unanticipatedForcedLogout, ERROR.unanticipatedErrorForcedLogout],
  [RESERVED_BARCODES.unlisted, UNLISTED_CODE],
]);

/** What a reserved barcode provokes; undefined for all others. */
export function reservedCode(barcode: string): ScanErrorCode | undefined {
  return CODES.get(barcode);
}
