import type { Ledger } from '#main/ledger/ledger.ts';
import { openLedger } from '#main/ledger/open-ledger.ts';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  EVENING,
  HOUSE,
  ledgerAt,
  MINUTE,
  offlineAdmission,
  optionsFor,
  undecided,
  valueOf,
  type EntryChanges,
  firstAdmittedAt,
} from './support.ts';

const newPath = () => join(temporaryFolder(), 'ledger.db');
/** What a kiosk without a clock battery takes for the evening. */
const WRONG = Date.UTC(2020, 0, 1);
const LATER = EVENING + 60 * MINUTE;

const timeOf = (ledger: Ledger, sequence: number) =>
  ledger.page({ limit: 1, before: sequence + 1 })[0]?.platformTime;

describe('the newest time', () => {
  test('of an empty ledger is unknown', () => {
    expect(ledgerAt(newPath()).newestTime()).toBeNull();
  });

  test('is that of the latest scan, whatever became of it, also when it was not recorded last', () => {
    const path = newPath();
    const before = valueOf(openLedger(optionsFor(path))).ledger;
    valueOf(before.record(offlineAdmission({ platformTime: EVENING })));
    valueOf(before.record(undecided({ platformTime: EVENING + 2 * MINUTE })));
    valueOf(before.record(offlineAdmission({ platformTime: EVENING + MINUTE })));
    expect(before.newestTime()).toBe(EVENING + 2 * MINUTE);
    before.close();
    expect(ledgerAt(path).newestTime()).toBe(EVENING + 2 * MINUTE);
  });
});

describe('the platform’s time is learned after the scan', () => {
  const ticketIds = { ticketId: 77, performanceId: 31 };

  /** A scan under the wrong clock; returns its sequence number. */
  const scanned = (ledger: Ledger, changes: EntryChanges = {}) =>
    valueOf(ledger.record(offlineAdmission({ platformTime: WRONG, ticketIds, ...changes })));

  test('a waiting admission has the right time everywhere, and keeps it', () => {
    const path = newPath();
    const before = valueOf(openLedger(optionsFor(path))).ledger;
    const sequence = scanned(before, { code: 'A1' });
    valueOf(before.correctTimes([{ sequence, platformTime: EVENING }]));
    before.close();

    const ledger = ledgerAt(path);
    expect(timeOf(ledger, sequence)).toBe(EVENING);
    expect(ledger.newestTime()).toBe(EVENING);
    expect(ledger.uploads.oldestPending()).toBe(EVENING);
    expect(firstAdmittedAt(ledger, 77)).toBe(EVENING);
    expect(valueOf(ledger.uploads.expireOlderThan(EVENING, EVENING))).toBe(0);
    const batch = valueOf(ledger.uploads.nextBatch({ baseUrl: HOUSE.baseUrl, limit: 9 }, EVENING));
    expect(batch?.uploads.map(({ platformTime }) => platformTime)).toEqual([EVENING]);
  });

  test('a time that is a guess proves no age; put right, or told the platform, it does', () => {
    const ledger = ledgerAt(newPath());
    const [guessed, righted, told] = ['A1', 'A2', 'A3'].map((code) => {
      const entry = offlineAdmission({ code, platformTime: WRONG, isTimeGuessed: true });
      return { id: entry.id, sequence: valueOf(ledger.record(entry)) };
    });
    valueOf(
      ledger.correctTimes([{ sequence: righted?.sequence ?? 0, platformTime: WRONG + MINUTE }]),
    );
    valueOf(ledger.uploads.markSent([told?.id ?? ''], LATER));
    valueOf(ledger.uploads.backToPending([told?.id ?? ''], LATER));
    expect(valueOf(ledger.uploads.expireOlderThan(EVENING, EVENING))).toBe(2);
    const batch = valueOf(ledger.uploads.nextBatch({ baseUrl: HOUSE.baseUrl, limit: 9 }, EVENING));
    expect(batch?.uploads).toMatchObject([{ id: guessed?.id, isTimeGuessed: true }]);
  });

  test('a verdict that is not to be uploaded has the right time as well', () => {
    const ledger = ledgerAt(newPath());
    const turnedAway = scanned(ledger, { kind: 'reject' });
    const online = scanned(ledger, { basis: 'platform' });
    valueOf(
      ledger.correctTimes(
        [turnedAway, online].map((sequence) => ({ sequence, platformTime: EVENING })),
      ),
    );
    expect(timeOf(ledger, turnedAway)).toBe(EVENING);
    expect(timeOf(ledger, online)).toBe(EVENING);
    expect(firstAdmittedAt(ledger, 77)).toBe(EVENING);
  });

  test('of two corrections of one entry the later one counts, also for who is inside', () => {
    const ledger = ledgerAt(newPath());
    const sequence = scanned(ledger, { code: 'A1' });
    const times = [EVENING - MINUTE, EVENING].map((platformTime) => ({ sequence, platformTime }));
    valueOf(ledger.correctTimes(times));
    expect(firstAdmittedAt(ledger, 77)).toBe(EVENING);
  });

  test('two guests of one ticket, the second put where the first was before: both stay inside', () => {
    const ledger = ledgerAt(newPath());
    const first = scanned(ledger, { platformTime: WRONG });
    const second = scanned(ledger, { platformTime: WRONG + MINUTE });
    valueOf(
      ledger.correctTimes([
        { sequence: first, platformTime: WRONG + MINUTE },
        { sequence: second, platformTime: WRONG + 2 * MINUTE },
      ]),
    );
    expect(firstAdmittedAt(ledger, 77)).toBe(WRONG + MINUTE);
  });

  const ways: readonly (readonly [string, (ledger: Ledger, id: string) => void])[] = [
    ['on its way', (ledger, id) => valueOf(ledger.uploads.markSent([id], LATER))],
    [
      'with the platform',
      ({ uploads }, id) => {
        valueOf(uploads.markSent([id], LATER));
        valueOf(uploads.markRecorded([id], LATER));
      },
    ],
    [
      'refused',
      ({ uploads }, id) => {
        valueOf(uploads.markSent([id], LATER));
        valueOf(uploads.markRefused(id, { type: 'platform-words', text: 'no' }, LATER));
      },
    ],
    [
      'perhaps with the platform, because the answer was lost',
      ({ uploads }, id) => {
        valueOf(uploads.markSent([id], LATER));
        valueOf(uploads.backToPending([id], LATER));
      },
    ],
    [
      'given up',
      ({ uploads }, id) => {
        valueOf(uploads.markSent([id], LATER));
        valueOf(uploads.backToPending([id], LATER));
        valueOf(uploads.expireOlderThan(LATER, LATER));
      },
    ],
  ];

  test.for(ways)('an admission that is %s keeps the time it was sent with', ([, go]) => {
    const ledger = ledgerAt(newPath());
    const entry = offlineAdmission({ platformTime: WRONG, ticketIds });
    const sequence = valueOf(ledger.record(entry));
    go(ledger, entry.id);
    const other = scanned(ledger, { ticketIds: { ...ticketIds, ticketId: 78 } });
    valueOf(
      ledger.correctTimes(
        [sequence, other].map((each) => ({ sequence: each, platformTime: LATER })),
      ),
    );
    expect(timeOf(ledger, sequence)).toBe(WRONG);
    expect(firstAdmittedAt(ledger, 77)).toBe(WRONG);
    expect(timeOf(ledger, other), 'the others do not').toBe(LATER);
  });

  test('also after the kiosk was switched off while it was on its way', () => {
    const path = newPath();
    const before = valueOf(openLedger(optionsFor(path))).ledger;
    const entry = offlineAdmission({ platformTime: WRONG });
    const sequence = valueOf(before.record(entry));
    valueOf(before.uploads.markSent([entry.id], LATER));
    before.close();
    const ledger = ledgerAt(path);
    valueOf(ledger.correctTimes([{ sequence, platformTime: EVENING }]));
    expect(timeOf(ledger, sequence)).toBe(WRONG);
    expect(ledger.uploads.oldestPending()).toBe(WRONG);
  });

  test('all are put right, or none: one that is not there is a bug', () => {
    const ledger = ledgerAt(newPath());
    const sequence = scanned(ledger);
    const corrections = [sequence, sequence + 1].map((each) => ({
      sequence: each,
      platformTime: EVENING,
    }));
    expect(() => ledger.correctTimes(corrections)).toThrow('not there');
    expect(timeOf(ledger, sequence)).toBe(WRONG);
    expect(firstAdmittedAt(ledger, 77)).toBe(WRONG);
    expect(ledger.correctTimes([]).ok).toBe(true);
  });
});
