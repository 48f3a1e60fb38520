import { err, ok, type Result } from '#shared/result.ts';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Clock } from '#main/base/ports.ts';
import type { Vault } from '#main/base/vault/vault.ts';
import { orClose } from './connect.ts';
import { guarded, type LedgerFault } from './fault.ts';
import { Ledger } from './ledger.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { openDatabase } from './open-database.ts';
import { quarantine } from './quarantine.ts';
import { Sealer } from './sealer.ts';

export interface LedgerOptions {
  /** The file; its folder must be there. */
  readonly path: string;
  readonly vault: Pick<Vault, 'key' | 'keeper'>;
  /** This installation; each entry bears it. */
  readonly kioskId: string;
  readonly clock: Pick<Clock, 'now'>;
  /**
   * Whether this process has had the file open before, so that its attempts under way are not left from the
   * last run.
   */
  readonly isReopened?: boolean;
}

export interface OpenedLedger {
  readonly ledger: Ledger;
  /** The new path of a damaged file, whose scans wait for a technician. Null: there was none. */
  readonly quarantined: string | null;
}

/** Opens the ledger, or makes a new one. A damaged file is put aside, never deleted; others stay. */
export function openLedger(options: LedgerOptions): Result<OpenedLedger, LedgerFault> {
  const { path, vault, kioskId, clock, isReopened = false } = options;
  // Entries that are sealed with a key which only this run has would be lost.
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
  readonly quarantined: string | null;
}

function openOrReplace(path: string, now: number): Result<Opened, LedgerFault> {
  const first = openDatabase(path, MIGRATIONS);
  if (first.ok) return ok({ db: first.value, quarantined: null });
  if (first.error.code !== 'damaged') return first;
  const moved = guarded(() => quarantine(path, now));
  if (!moved.ok) return moved;
  const fresh = openDatabase(path, MIGRATIONS);
  return fresh.ok ? ok({ db: fresh.value, quarantined: moved.value }) : fresh;
}

const SEAL_CHECK = 'usher ledger';

/** Whether the key at hand is the one of this file; a new file takes it on. */
function isOurs(db: Database, sealer: Sealer): boolean {
  const sealed = db.prepare<[], Buffer>('SELECT sealed FROM seal_check').pluck().get();
  if (sealed !== undefined) return sealer.open(sealed, z.literal(SEAL_CHECK)) !== null;
  db.prepare('INSERT INTO seal_check (sealed) VALUES (?)').run(sealer.seal(SEAL_CHECK));
  return true;
}
