import { openLedger } from '#main/ledger/open-ledger.ts';
import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { howMuch } from '#tests/support/how-much.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { optionsFor, valueOf } from './support.ts';

const ROUNDS = howMuch(6, 20);

/** Runs a kiosk that records, kills it after about so many scans, and returns what it had recorded. */
async function killWhileRecording(path: string, scans: number): Promise<string[]> {
  const program = join(import.meta.dirname, 'recording-kiosk.ts');
  const kiosk = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const reader = createInterface({ input: kiosk.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    if (lines.length === scans) kiosk.kill('SIGKILL');
  });
  // Every whole line that it wrote is read, also those on their way when it died.
  await Promise.all([once(kiosk, 'exit'), once(reader, 'close')]);
  expect(kiosk.signalCode).toBe('SIGKILL');
  return lines;
}

test(
  'a kiosk that is killed in the middle of a rush has kept every scan that it had recorded',
  { timeout: 300_000 },
  async () => {
    const path = join(temporaryFolder(), 'ledger.db');
    const reported: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = await killWhileRecording(path, 1 + ((round * 37) % 90));
      reported.push(...lines);
      const { ledger, quarantined } = valueOf(openLedger(optionsFor(path)));
      const kept = ledger.page({ limit: 1_000_000 });
      const pending = ledger.uploads.pendingCount();
      ledger.close();

      expect(quarantined).toBeNull();
      const ids = new Set(kept.map(({ id }) => id));
      const missing = lines.filter((line) => !ids.has(line.slice(0, 36)));
      expect(missing, `round ${round}`).toEqual([]);
      expect(
        kept.length - reported.length,
        'at most one per round died between disk and word',
      ).toBeLessThanOrEqual(round + 1);
      expect(pending).toBe(kept.filter(({ kind }) => kind === 'admit').length);
      expect(kept.map(({ sequence }) => sequence)).toEqual(
        kept.map((_, index) => kept.length - index),
      );
    }
    const db = new Database(path, { readonly: true });
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
    expect(reported.length).toBeGreaterThan(ROUNDS * 10);
  },
);
