import type { Ledger } from '#main/ledger/ledger.ts';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { smallDisk } from './small-disk.ts';
import { ledgerAt, ledgerOnDatabase, offlineAdmission, valueOf } from './support.ts';

/** More than a verdict was ever seen to take, with all that belongs to it: 22 pages. */
const A_VERDICT = 25 * 4096;

const recordUntilFull = (ledger: Ledger) => {
  while (ledger.record(offlineAdmission()).ok);
};

test('each try writes as much to the disk as a verdict may take, and leaves nothing to be read', () => {
  const path = join(temporaryFolder(), 'ledger.db');
  const ledger = ledgerAt(path);
  const written = [1, 2, 3].map(() => {
    const before = statSync(`${path}-wal`).size;
    valueOf(ledger.probe());
    return statSync(`${path}-wal`).size - before;
  });
  expect(Math.min(...written), JSON.stringify(written)).toBeGreaterThan(A_VERDICT);
  expect(ledger.page({ limit: 9 })).toEqual([]);
  expect(ledger.record(offlineAdmission())).toEqual({ ok: true, value: 1 });
});

test('a full disk is noticed without a scan, and so is that there is room again', ({ skip }) => {
  const disk = smallDisk(2) ?? skip('this user cannot mount a disk');
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(1024 * 1024));
  const ledger = ledgerAt(join(disk, 'ledger.db'));
  valueOf(ledger.probe());
  recordUntilFull(ledger);
  expect(ledger.probe()).toMatchObject({ ok: false, error: { code: 'disk-full' } });
  rmSync(ballast);
  expect(ledger.probe().ok).toBe(true);
  expect(ledger.record(offlineAdmission()).ok).toBe(true);
});

test('a ledger that may only be read is noticed without a scan', () => {
  const { db, ledger } = ledgerOnDatabase();
  db.pragma('query_only = 1');
  expect(ledger.probe()).toMatchObject({ ok: false, error: { code: 'read-only' } });
  db.pragma('query_only = 0');
  expect(ledger.probe().ok).toBe(true);
});
