import { Disk } from '#main/operations/health/disk.ts';
import { diskLevel, DISK_LIMITS, type DiskState } from '#shared/model/health.ts';
import type { TicketFacts } from '#shared/model/verdict.ts';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { eventually } from '#tests/support/eventually.ts';
import { smallDisk } from '#tests/main/ledger/small-disk.ts';
import { ledgerAt, offlineAdmission, valueOf } from '#tests/main/ledger/support.ts';

const MINUTE = 60_000;
const MEGABYTE = 1024 ** 2;

function open(folder: string) {
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  let changes = 0;
  const onChange = () => (changes += 1);
  const disk = new Disk({ folder, pause: MINUTE, clock, logger, onChange });
  onTestFinished(() => disk.stop());
  return { clock, logger, disk, changes: () => changes };
}

/** As much as a platform says of a ticket. */
const TICKET: TicketFacts = {
  name: 'Hermione Leontes of Sicilia, and her guests',
  performance: 'The Winter’s Tale, Thursday 20 November, 19:30, main foyer',
  section: 'Stalls, left of the aisle',
  seat: 'Row F, 12',
  ticketsScanned: 212,
  ticketsSold: 1_412,
  countedAt: null,
  successHtml: '<p>Welcome! The bar in the foyer is open until ten.</p>',
  patron: null,
};

const freeOf = (state: DiskState | null) => (state?.type === 'known' ? state.free : NaN);

test('a disk says how much room is left, and says it again as it fills', async ({ skip }) => {
  const folder = smallDisk(8) ?? skip('this user cannot mount a disk');
  const { clock, disk, changes } = open(folder);
  expect(disk.state).toBeNull();
  disk.start();
  await disk.look();
  expect(freeOf(disk.state)).toBe(8 * MEGABYTE);
  expect(changes()).toBe(1);

  writeFileSync(join(folder, 'ballast'), Buffer.alloc(5 * MEGABYTE));
  await clock.advance(MINUTE);
  await eventually(() => expect(freeOf(disk.state)).toBe(3 * MEGABYTE));
  expect(changes()).toBe(2);
  await clock.advance(MINUTE);
  await disk.look();
  expect(changes(), 'nothing is new').toBe(2);
});

test('it is looked at as soon as somebody asks', async ({ skip }) => {
  const folder = smallDisk(8) ?? skip('this user cannot mount a disk');
  const { disk } = open(folder);
  disk.start();
  await disk.look();
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(5 * MEGABYTE));
  await disk.look();
  expect(freeOf(disk.state)).toBe(3 * MEGABYTE);
});

test('little room is written down once, not every minute', async ({ skip }) => {
  const folder = smallDisk(8) ?? skip('this user cannot mount a disk');
  const { disk, logger } = open(folder);
  await disk.look();
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(5 * MEGABYTE));
  await disk.look();
  expect(logger.lines).toEqual([expect.stringMatching(/^warn the disk has little room left/)]);
});

test('a disk that does not say: the system’s own word for why, and it may say so later', async () => {
  const folder = join(temporaryFolder(), 'not-there');
  const { disk, logger } = open(folder);
  await disk.look();
  expect(disk.state).toEqual({ type: 'unknown', code: 'ENOENT' });
  expect(logger.lines).toHaveLength(1);
  await disk.look();
  expect(logger.lines).toHaveLength(1);
  mkdirSync(folder);
  await disk.look();
  expect(disk.state).toMatchObject({ type: 'known' });
  rmSync(folder, { recursive: true });
});

test('after its end nobody looks any more', async () => {
  const { clock, disk, changes } = open(temporaryFolder());
  disk.start();
  disk.stop();
  await disk.look();
  const before = changes();
  await clock.advance(10 * MINUTE);
  expect(changes()).toBe(before);
});

test.each([
  [DISK_LIMITS.low, 'enough'],
  [DISK_LIMITS.low - 1, 'low'],
  [DISK_LIMITS.critical, 'low'],
  [DISK_LIMITS.critical - 1, 'critical'],
  [0, 'critical'],
])('%i bytes are %s', (free, level) => {
  expect(diskLevel(free)).toBe(level);
});

/** How large a ledger is with so many guests, in bytes. */
function ledgerOf(guests: number): number {
  const path = join(temporaryFolder(), 'ledger.db');
  const ledger = ledgerAt(path);
  for (let guest = 1; guest <= guests; guest += 1) {
    const ticketIds = { ticketId: guest, performanceId: 31 };
    const code = `4006381${guest}`;
    valueOf(ledger.record(offlineAdmission({ code, ticketIds, ticket: TICKET })));
  }
  // All of it is then in the one file.
  ledger.close();
  return statSync(path).size;
}

test('a scan takes no more than is said of how many still fit', () => {
  const COUNT = 500;
  const perScan = (ledgerOf(COUNT) - ledgerOf(0)) / COUNT;
  expect(perScan).toBeLessThan(DISK_LIMITS.perScan);
  expect(perScan, 'nor much less').toBeGreaterThan(DISK_LIMITS.perScan / 4);
});
