import type { LedgerFaultCode } from '#shared/model/ledger-fault.ts';
import { err, ok, type Result } from '#shared/result.ts';
import Database from 'better-sqlite3';
import { systemCode } from '#main/base/system-code.ts';

/** A fault of the ledger. The file is left as it is in every case. */
export interface LedgerFault {
  readonly code: LedgerFaultCode;
  /** The system's name for it, for the log; never contains data of a row. */
  readonly detail: string;
}

/** The operating system's own codes; all others are `unreadable`. */
const SYSTEM_CODES: Readonly<Record<string, LedgerFaultCode>> = {
  ENOENT: 'no-directory',
  ENOTDIR: 'no-directory',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
};

/** How SQLite's primary result codes begin. */
const SQLITE_CODES: readonly (readonly [start: string, code: LedgerFaultCode])[] = [
  ['SQLITE_FULL', 'disk-full'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_PERM', 'read-only'],
  ['SQLITE_BUSY', 'in-use'],
  ['SQLITE_LOCKED', 'in-use'],
  // The ledger file itself was opened before, so this error is about the journal.
  ['SQLITE_CANTOPEN', 'read-only'],
  ['SQLITE_IOERR', 'unreadable'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_PROTOCOL', 'unreadable'],
  ['SQLITE_NOMEM', 'unreadable'],
];

/**
 * Runs work that may fail for reasons outside of the program, and returns these as faults; all other errors
 * are bugs and thrown.
 */
export function guarded<T>(work: () => T): Result<T, LedgerFault> {
  try {
    return ok(work());
  } catch (error) {
    const fault = faultOf(error);
    if (fault === null) throw error;
    return err(fault);
  }
}

function faultOf(error: unknown): LedgerFault | null {
  if (error instanceof Database.SqliteError) {
    const known = SQLITE_CODES.find(([start]) => error.code.startsWith(start));
    return known === undefined ? null : { code: known[1], detail: error.code };
  }
  const code = systemCode(error);
  return code === null ? null : { code: SYSTEM_CODES[code] ?? 'unreadable', detail: code };
}
