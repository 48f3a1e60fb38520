import { plainKeyProtector } from '#main/hosts/host/plain-key-protector.ts';
import { openLedger } from '#main/ledger/open-ledger.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { openVault } from '#main/base/vault/vault.ts';
import Database from 'better-sqlite3';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordingLogger } from './recording-logger.ts';

/** What a kiosk that has ended, or was ended, left in its ledger. */
export interface KeptLedger {
  /** Oldest first. */
  readonly records: readonly LedgerRecord[];
  /** SQLite's own word on the file: `ok`, or what is wrong with it. */
  readonly quickCheck: unknown;
}

/**
 * Reads the ledger in a kiosk's data folder, whose key lies beside it. Works on a snapshot, so that the
 * next start of the kiosk finds what the last one left.
 */
export function keptLedger(dataDirectory: string): KeptLedger {
  const folder = mkdtempSync(join(tmpdir(), 'usher-kept-'));
  try {
    for (const name of ['ledger.db', 'ledger.db-wal', 'vault.key']) {
      const path = join(dataDirectory, name);
      if (existsSync(path)) copyFileSync(path, join(folder, name));
    }
    return readLedger(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readLedger(folder: string): KeptLedger {
  const path = join(folder, 'ledger.db');
  const db = new Database(path, { fileMustExist: true });
  const quickCheck: unknown = db.pragma('quick_check', { simple: true });
  db.close();
  const vault = openVault(folder, plainKeyProtector, new RecordingLogger());
  const opened = openLedger({ path, vault, kioskId: 'reader', clock: systemClock });
  if (!opened.ok) throw new Error(`the ledger cannot be opened: ${opened.error.code}`);
  const { ledger, quarantined } = opened.value;
  if (quarantined !== null) throw new Error('the ledger was damaged');
  try {
    return { records: ledger.page({ limit: 1_000_000 }).toReversed(), quickCheck };
  } finally {
    ledger.close();
  }
}
