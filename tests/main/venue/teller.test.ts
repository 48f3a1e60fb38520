import { SqliteError } from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { NewEntry, QuestionUnderWay } from '#main/ledger/entry.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import { HOUSE_EVENTS, type HouseEvent } from '#main/venue/house-event.ts';
import type { Told } from '#main/venue/messages.ts';
import { Teller, type TellerPorts } from '#main/venue/teller.ts';
import { keyOf } from '#tests/support/door-keys.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { HouseReader } from '#main/venue/house-reader.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  EVENING,
  HOUSE,
  ledgerOnDatabase,
  MINUTE,
  offlineAdmission,
  recorded,
  undecided,
  valueOf,
} from '../ledger/support.ts';

function tellerOf(ledger: () => Ledger | null, ports: Partial<TellerPorts> = {}) {
  const told: HouseEvent[] = [];
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  const teller = new Teller({
    ...{ clock, logger, ledger },
    eventPorts: () => ({
      ...{ kioskId: 'north-door', door: 'Left' },
      ...{ startOf: () => null, hashOf: (_, code) => code },
    }),
    tell: (events) => told.push(...events),
    platformClock: { now: () => EVENING, isKnown: () => true },
    ...ports,
  });
  return { teller, told, clock, logger };
}

test('a disk that fails while the ledger is told harms nobody, and it goes on when the disk works again', () => {
  const { ledger } = ledgerOnDatabase();
  recorded(ledger, offlineAdmission({ code: 'A1' }));
  let fails = true;
  const failing: Pick<Ledger, 'page'> = {
    page(query) {
      if (fails) throw new SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
      return ledger.page(query);
    },
  };
  const onFailingDisk = Object.assign(Object.create(ledger) as Ledger, failing);
  const { teller, told, logger } = tellerOf(() => onFailingDisk);
  teller.follow();
  teller.follow();
  expect(told).toEqual([]);
  expect(logger.lines.filter((line) => line.startsWith('error'))).toHaveLength(1);
  fails = false;
  teller.follow();
  expect(told).toMatchObject([{ kind: 'admitted', ticketHash: 'A1' }]);
});

test('an admission is told at once, though thousands from before the restart are still to be told', async () => {
  const { ledger } = ledgerOnDatabase();
  for (let guest = 0; guest < 2_000; guest += 1) {
    recorded(ledger, offlineAdmission({ code: `before ${guest}` }));
  }
  const { teller, told, clock } = tellerOf(() => ledger);
  teller.follow();
  recorded(ledger, offlineAdmission({ code: 'A1' }));
  teller.follow();
  await clock.advance(100);
  const hashes = () => told.flatMap((one) => ('ticketHash' in one ? [one.ticketHash] : []));
  expect(hashes()).toContain('A1');
  expect(hashes().length).toBeLessThan(500);
  await clock.advance(10_000);
  expect(new Set(hashes()).size, 'and all the others after it').toBe(2_001);
  expect(
    hashes().filter((hash) => hash === 'A1'),
    'once',
  ).toHaveLength(1);
});

test('a clock that was years ahead hides no admission, once the platform has told its time', () => {
  const { ledger } = ledgerOnDatabase();
  recorded(ledger, offlineAdmission({ code: 'A1' }));
  let now = Date.UTC(2036, 0, 1);
  let isKnown = false;
  const platformClock = { now: () => now, isKnown: () => isKnown };
  const { teller, told } = tellerOf(() => ledger, { platformClock });
  teller.follow();
  expect(told).toEqual([]);
  [now, isKnown] = [EVENING, true];
  teller.follow();
  expect(told).toMatchObject([{ kind: 'admitted', ticketHash: 'A1' }]);
});

test('publishes a late answer immediately while thousands of uploads wait', async () => {
  const { ledger } = ledgerOnDatabase();
  for (let guest = 0; guest < 2_000; guest += 1) {
    recorded(ledger, offlineAdmission({ code: `waits ${guest}` }));
  }
  const id = recorded(ledger, undecided({ code: 'A1', inDoubt: true }));
  const { teller, told, clock } = tellerOf(() => ledger);
  teller.follow();
  await clock.advance(10_000);
  const before = told.length;
  valueOf(ledger.settle(id, { word: 'admitted' }, EVENING));
  teller.tellOutcome(id);
  expect(told.slice(before)).toMatchObject([
    { kind: 'asked', id },
    { kind: 'answered', of: id, word: 'admitted' },
  ]);
});

test.each([
  ['ahead', 30 * MINUTE],
  ['behind', -30 * MINUTE],
])('other doors use a corrected time, where the clock was %s', (_, off) => {
  const { ledger } = ledgerOnDatabase();
  const entry = offlineAdmission({ platformTime: EVENING + off, isTimeGuessed: true });
  const sequence = valueOf(ledger.record(entry));
  let isKnown = false;
  const platformClock = { now: () => EVENING + (isKnown ? 0 : off), isKnown: () => isKnown };
  const folder = temporaryFolder();
  const [own, there, last] = ['own', 'there', 'last'].map((name) => {
    const store = new HouseStore(openHouseFile(join(folder, name)), keyOf('here'));
    onTestFinished(() => store.close());
    return store;
  });
  const told: Told[] = [];
  const { teller } = tellerOf(() => ledger, {
    platformClock,
    tell(events) {
      const telling = own?.tell(events) ?? null;
      if (telling !== null) told.push(telling.told);
    },
  });
  teller.follow();
  isKnown = true;
  valueOf(ledger.correctTimes([{ sequence, platformTime: EVENING }]));
  teller.follow();
  expect(told).toHaveLength(2);
  teller.tellAgain(sequence);
  expect(told, 'nothing is new').toHaveLength(2);
  for (const one of told) there?.hear(one);
  for (const one of told.toReversed()) last?.hear(one);
  for (const name of ['own', 'there', 'last']) {
    const reader = new HouseReader(join(folder, name));
    onTestFinished(() => reader.close());
    expect(reader.events(HOUSE, 'A1', []).events).toMatchObject([{ at: EVENING }]);
  }
});

test('publishes the upload of an admission whose question is never answered', async () => {
  const { ledger } = ledgerOnDatabase();
  const id = recorded(ledger, offlineAdmission({ code: 'A1', inDoubt: true }));
  valueOf(ledger.settle(id, { word: 'missing' }, EVENING));
  const { teller, told, clock } = tellerOf(() => ledger);
  teller.follow();
  expect(told).toMatchObject([{ kind: 'admitted' }, { kind: 'answered', word: 'missing' }]);
  valueOf(ledger.uploads.markSent([id], EVENING));
  valueOf(ledger.uploads.markRecorded([id], EVENING));
  teller.follow();
  await clock.advance(2_000);
  expect(told.map((event) => 'kind' in event && event.kind)).toContain('uploaded');
});

describe('a question under way', () => {
  const question = (entry: NewEntry): QuestionUnderWay => ({ ...entry, knew: ['a'] });

  test('is published before its scan has a verdict, and replaced by it', () => {
    const { ledger } = ledgerOnDatabase();
    const { teller, told } = tellerOf(() => ledger);
    teller.follow();
    const entry = offlineAdmission({ basis: 'platform' });
    teller.publishQuestion(question(entry));
    expect(told).toMatchObject([
      { kind: 'asked', scan: entry.id, ticketHash: 'A1', kioskId: 'north-door', knew: ['a'] },
    ]);
    recorded(ledger, entry);
    teller.follow();
    expect(told.slice(1)).toMatchObject([{ kind: 'admitted', id: entry.id }]);
  });

  test('is ended where its scan was about another form of the code', () => {
    const { ledger } = ledgerOnDatabase();
    const { teller, told } = tellerOf(() => ledger);
    teller.follow();
    const entry = offlineAdmission({ basis: 'platform' });
    const { scan } = entry;
    teller.publishQuestion(question({ ...entry, scan: { ...scan, code: 'A-1' } }));
    teller.publishQuestion(question(entry));
    const [first] = told;
    recorded(ledger, entry);
    teller.follow();
    expect(told.slice(2)).toMatchObject([
      { kind: 'admitted' },
      { kind: 'answered', of: first?.id, word: 'refused', ticketHash: 'A-1' },
    ]);
    expect(told.map((event) => HOUSE_EVENTS.ticket.safeParse(event).success)).not.toContain(false);
  });
});
