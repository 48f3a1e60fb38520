import { err, ok, type Result } from '#shared/result.ts';
import Database from 'better-sqlite3';

/**
 * Why the ledger cannot be opened or written to:
 * - `newer`: a later version of the kiosk has written this file;
 * - `no-directory`: the folder it belongs into is not there;
 * - `read-only`: the file, its folder or the whole disk takes no writes;
 * - `disk-full`: there is no room for one more verdict;
 * - `in-use`: another process has this file open;
 * - `not-durable`: the disk's file system cannot promise that what was written stays;
 * - `no-key`: the installation's key cannot be had now, so nothing could be read again later;
 * - `other-key`: the file was sealed with the key of another installation;
 * - `damaged`: its content is not what it should be; the next opening puts it aside;
 * - `unreadable`: the disk or the system fails in another way.
 */
export type LedgerFaultCode =
  | 'newer'
  | 'no-directory'
  | 'read-only'
  | 'disk-full'
  | 'in-use'
  | 'not-durable'
  | 'no-key'
  | 'other-key'
  | 'damaged'
  | 'unreadable';

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

/** Only what the operating system refused has a number beside its code. */
function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('errno' in error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
