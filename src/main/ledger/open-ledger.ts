import { err, ok, type Result } from '#shared/result.ts';
import type { Database } from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { Clock } from '#main/base/ports.ts';
import { renamePatiently } from '#main/base/rename-patiently.ts';
import type { Vault } from '#main/base/vault/vault.ts';
import { guarded, type LedgerFault } from './fault.ts';
import { Ledger } from './ledger.ts';
import { openDatabase, orClose } from './open-database.ts';
import { Sealer } from './sealer.ts';

export interface LedgerOptions {
  /** The file; its folder must be there. */
  readonly path: string;
  readonly vault: Pick<Vault, 'key' | 'keeper'>;
  /** The id of this installation, stored with each entry. */
  readonly kioskId: string;
  readonly clock: Pick<Clock, 'now'>;
  /**
   * This process has had the file open before: what is under way in it belongs to this run, not to the last
   * one.
   */
  readonly isReopened?: boolean;
}

export interface OpenedLedger {
  readonly ledger: Ledger;
  /** The file that was renamed aside, with its scans; null: none. */
  readonly quarantined: Quarantined | null;
}

/** A file that a new one has replaced. It is kept: a technician can recover its scans. */
export interface Quarantined {
  readonly code: 'damaged' | 'older';
  /** The path that it was renamed to. */
  readonly path: string;
}

/**
 * Opens the ledger, or creates it. A damaged file, and one of an older version, is renamed aside, never deleted;
 * after any other fault the file stays.
 */
export function openLedger(options: LedgerOptions): Result<OpenedLedger, LedgerFault> {
  const { path, vault, kioskId, clock, isReopened = false } = options;
  // Data sealed with a key that does not outlive this run could never be read again.
  if (vault.keeper === 'memory') return err({ code: 'no-key', detail: 'memory' });

  const opened = openOrReplace(path, clock.now());
  if (!opened.ok) return opened;
  const { db, quarantined } = opened.value;
  const sealer = new Sealer(vault);
  return orClose(db, () => {
    if (!isOurs(db, sealer)) return err({ code: 'other-key', detail: 'seal check' });
    const ledger = new Ledger({ db, sealer, kioskId });
    const ready = isReopened ? ledger.takeBackUploads() : ledger.endLastRun();
    return ready.ok ? ok({ ledger, quarantined }) : ready;
  });
}

interface Opened {
  readonly db: Database;
  readonly quarantined: Quarantined | null;
}

function openOrReplace(path: string, now: number): Result<Opened, LedgerFault> {
  const first = openDatabase(path);
  if (first.ok) return ok({ db: first.value, quarantined: null });
  const { code } = first.error;
  if (code !== 'damaged' && code !== 'older') return first;
  const aside = `${path}.${code === 'older' ? 'older' : 'unreadable'}-${now}`;
  const moved = guarded(() => quarantine(path, aside));
  if (!moved.ok) return moved;
  const fresh = openDatabase(path);
  return fresh.ok ? ok({ db: fresh.value, quarantined: { code, path: moved.value } }) : fresh;
}

/** The suffixes of the database's own file and of SQLite's files beside it (journal and index). */
const FILES = ['', '-wal', '-shm'];

/**
 * Renames a database, with all that belongs to it, so that SQLite's tools still find it together. Returns its new
 * path: the wanted one, with a number where that exists. Throws what the operating system refuses.
 */
export function quarantine(path: string, wanted: string): string {
  const aside = freeName(wanted);
  // The database first: should this end half-way, a journal without its database is noticed at the next
  // start, but a database without its journal would be taken for whole.
  for (const suffix of FILES) {
    if (existsSync(path + suffix)) renamePatiently(path + suffix, aside + suffix);
  }
  return aside;
}

/** A kiosk without a clock battery may reach the same time twice, so the name may exist already. */
function freeName(wanted: string): string {
  const isFree = (name: string) => FILES.every((end) => !existsSync(name + end));
  let name = wanted;
  for (let count = 2; !isFree(name); count += 1) name = `${wanted}-${count}`;
  return name;
}

const SEAL_CHECK = 'usher ledger';

/** Whether the key is the one that the file was written with; a new file stores it as its own. */
function isOurs(db: Database, sealer: Sealer): boolean {
  const sealed = db.prepare<[], Buffer>('SELECT sealed FROM seal_check').pluck().get();
  if (sealed !== undefined) return sealer.open(sealed, z.literal(SEAL_CHECK)) !== null;
  db.prepare('INSERT INTO seal_check (sealed) VALUES (?)').run(sealer.seal(SEAL_CHECK));
  return true;
}
