import type { LedgerFaultCode } from '#shared/model/ledger-fault.ts';
import { err, ok, type Result } from '#shared/result.ts';
import Database from 'better-sqlite3';
import { systemCode } from '#main/base/system-code.ts';

/** The file is left as it is, whatever the fault. */
export interface LedgerFault {
  readonly code: LedgerFaultCode;
  /** What the system calls it, for the log: never anything from a row. */
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
  // The file itself was opened before SQLite came to it, so this is about the journal beside it.
  ['SQLITE_CANTOPEN', 'read-only'],
  ['SQLITE_IOERR', 'unreadable'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_PROTOCOL', 'unreadable'],
  ['SQLITE_NOMEM', 'unreadable'],
];

/** Does what may fail for reasons that lie outside the program; all other errors are bugs and thrown. */
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
