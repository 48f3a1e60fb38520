import type { NewEntry } from '#main/ledger/entry.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import { openLedger } from '#main/ledger/open-ledger.ts';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallDisk } from './small-disk.ts';
import {
  ledgerOnDatabase,
  offlineAdmission,
  opened,
  optionsFor,
  valueOf,
  firstAdmittedAt,
  eventsIn,
} from './support.ts';

/** Records until it is refused; returns the recorded ones, and the one that was refused. */
function recordUntilFull(ledger: Ledger): { recorded: NewEntry[]; refused: NewEntry } {
  const recorded: NewEntry[] = [];
  for (let guest = 1; guest < 100_000; guest += 1) {
    const ticketIds = { ticketId: guest, performanceId: 31 };
    const entry = offlineAdmission({ code: `A${guest}`, ticketIds });
    const result = ledger.record(entry);
    if (!result.ok) {
      expect(result.error.code).toBe('disk-full');
      return { recorded, refused: entry };
    }
    recorded.push(entry);
  }
  throw new Error('the disk never was full');
}

/** Nothing of the refused scan is there, and everything of the others. */
function expectWhole(ledger: Ledger, recorded: readonly NewEntry[], refused: NewEntry): void {
  const ids = ledger.page({ limit: 100_000 }).map(({ id }) => id);
  expect(ids).toEqual(recorded.map(({ id }) => id).reverse());
  expect(ledger.uploads.pendingCount()).toBe(recorded.length);
  expect(eventsIn(ledger, refused.scan.code, [])).toEqual([]);
  expect(firstAdmittedAt(ledger, refused.ticketIds?.ticketId ?? 0)).toBeNull();
}

test('a full file refuses the scan as a whole, and takes it once there is room', () => {
  const { db, ledger } = ledgerOnDatabase();
  db.pragma('max_page_count = 80');
  const { recorded, refused } = recordUntilFull(ledger);
  expectWhole(ledger, recorded, refused);
  db.pragma('max_page_count = 440');
  expect(valueOf(ledger.record(refused))).toBe(recorded.length + 1);
});

test('a full disk refuses the scan as a whole, and takes it once there is room', ({ skip }) => {
  const disk = smallDisk(2) ?? skip('this user cannot mount a disk');
  const path = join(disk, 'ledger.db');
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(1024 * 1024));
  const first = valueOf(openLedger(optionsFor(path))).ledger;
  const { recorded, refused } = recordUntilFull(first);
  expectWhole(first, recorded, refused);
  first.close();

  rmSync(ballast);
  const { ledger, quarantined } = opened(path);
  expect(quarantined).toBeNull();
  expectWhole(ledger, recorded, refused);
  expect(valueOf(ledger.record(refused))).toBe(recorded.length + 1);
});

test('a disk that is full from the start: no ledger is opened, and none is half made', ({
  skip,
}) => {
  const disk = smallDisk(1) ?? skip('this user cannot mount a disk');
  const path = join(disk, 'ledger.db');
  const ballast = join(disk, 'ballast');
  expect(() => writeFileSync(ballast, Buffer.alloc(2 * 1024 * 1024))).toThrow('ENOSPC');
  const result = openLedger(optionsFor(path));
  expect(!result.ok && result.error.code).toBe('disk-full');
  rmSync(ballast);
  const { ledger, quarantined } = opened(path);
  expect(quarantined).toBeNull();
  expect(ledger.record(offlineAdmission()).ok).toBe(true);
});
