import type {
  SnapshotTicket,
  SnapshotInUse,
  LookupFailure,
  SingleSnapshot,
} from '#main/snapshot/model.ts';
import { ABSENCE_TRUSTED } from '#main/entrance/admission/absence.ts';
import type { PlayingPerformance } from '#main/platform/programme/playing.ts';
import { snapshotLookUp } from '#main/entrance/admission/snapshot-lookup.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { describe, expect, test } from 'vitest';
import { BUILT_AT, snapshotTicket } from '#tests/main/entrance/admission/support.ts';

const PLATFORM = 'https://tickets.example';
const NOW = BUILT_AT + 60_000;

interface Copy {
  readonly tickets?: number;
  /** What was downloaded; null: there is no snapshot that may decide. */
  readonly scope?: ScanFilter | null;
  readonly found?: Result<readonly SnapshotTicket[], LookupFailure>;
  readonly productionId?: number | null;
  /** Performances that it covers. */
  readonly covers?: readonly number[];
  /** What was downloaded beside it, by performance. */
  readonly beside?: ReadonlyMap<number, SingleSnapshot>;
  readonly playing?: readonly PlayingPerformance[];
  /** Whether nothing else is on. */
  readonly isAll?: boolean;
  readonly isOn?: boolean;
  /** Whether the platform has told the time. */
  readonly isTimeKnown?: boolean;
  /** When it is read. */
  readonly now?: number;
  /** Barcodes that equal the code but for blanks, hyphens and case. */
  readonly near?: ReturnType<Snapshots['near']>;
  /** Whether the platform has admitted codes that it lacks. */
  readonly lacksAdmitted?: boolean;
}

/** Reads a snapshot at a door that is open for `filter`, and tells what it was asked. */
function read(filter: ScanFilter, snapshot: Copy = {}) {
  const {
    tickets = 3,
    scope = { clientId: 1 },
    found = ok([snapshotTicket()]),
    productionId = 20,
    covers = [300],
    beside = new Map(),
    playing = [{ performanceId: 300, productionId: 20, start: NOW }],
    isAll = true,
    isOn = true,
    isTimeKnown = true,
    now = NOW,
    near = ok([]),
    lacksAdmitted = false,
  } = snapshot;
  const asked: unknown[] = [];
  const usable: SnapshotInUse =
    scope === null
      ? { status: 'none' }
      : {
          status: 'usable',
          builtAt: BUILT_AT,
          tickets,
          skipped: 0,
          scope,
          covers: new Set(covers),
          beside,
        };
  const lookUp = snapshotLookUp({
    snapshots: {
      usable: (now) => {
        asked.push(['usable', now]);
        return usable;
      },
      find: (clientId, code) => {
        asked.push(['find', clientId, code]);
        return found;
      },
      near: () => near,
    },
    productionOf: (platform, clientId, performanceId) => {
      asked.push(['production', platform, clientId, performanceId]);
      return productionId;
    },
    onNow: { isAll: () => isAll, isOn: () => isOn, performances: () => playing },
    platformClock: { isKnown: () => isTimeKnown, now: () => now },
    lacksAdmitted: () => lacksAdmitted,
  });
  const words = lookUp({ baseUrl: PLATFORM, filter }, 'A1');
  return { word: words[0], words, asked };
}

test('a snapshot without a single ticket turns nobody away: it decides nothing', () => {
  expect(read({ clientId: 1 }, { tickets: 0, found: ok([]) }).word).toEqual({ type: 'none' });
});

test('a ticket comes with its production, and with the time of the snapshot', () => {
  const { word, asked } = read({ clientId: 1 });
  expect(word).toEqual({
    type: 'usable',
    builtAt: BUILT_AT,
    ticket: snapshotTicket(),
    productionId: 20,
    isOn: true,
    absenceDoubt: null,
  });
  expect(asked).toEqual([
    ['usable', NOW],
    ['find', 1, 'A1'],
    ['production', PLATFORM, 1, 31],
  ]);
});

test('a ticket that was downloaded with its performance alone is as of then, and of the production that it was asked for', () => {
  const single = { builtAt: BUILT_AT - 1_000, productionId: 21, tickets: 3, isWhole: true };
  const beside = new Map([[snapshotTicket().performanceId, single]]);
  expect(read({ clientId: 1 }, { beside, productionId: null }).word).toMatchObject({
    builtAt: BUILT_AT - 1_000,
    productionId: 21,
  });
});

test('of a code that is on several tickets there is a word on each, as of its own snapshot', () => {
  const single = { builtAt: BUILT_AT - 1_000, productionId: 21, tickets: 3, isWhole: true };
  const found = ok([snapshotTicket(), snapshotTicket({ ticketId: 502, performanceId: 32 })]);
  expect(read({ clientId: 1 }, { found, beside: new Map([[32, single]]) }).words).toMatchObject([
    { ticket: { ticketId: 501 }, builtAt: BUILT_AT, absenceDoubt: null },
    { ticket: { ticketId: 502 }, builtAt: BUILT_AT - 1_000, absenceDoubt: null },
  ]);
});

test('a code that the snapshot does not know is just that', () => {
  expect(read({ clientId: 1 }, { found: ok([]) }).word).toEqual({
    type: 'usable',
    builtAt: BUILT_AT,
    ticket: null,
    productionId: null,
    isOn: false,
    absenceDoubt: null,
  });
});

test('a snapshot whose near matches cannot be read decides nothing', () => {
  const { word } = read({ clientId: 1 }, { found: ok([]), near: err('damaged') });
  expect(word).toEqual({ type: 'none' });
});

test('names the barcodes that are near to a code that the snapshot does not know', () => {
  expect(read({ clientId: 1 }, { found: ok([]), near: ok(['a-1']) }).word).toMatchObject({
    ticket: null,
    near: ['a-1'],
  });
});

test('a ticket for something that is not on is said to be', () => {
  expect(read({ clientId: 1 }, { isOn: false }).word).toMatchObject({ isOn: false });
});

describe('that the snapshot does not know a code', () => {
  const UNKNOWN = { found: ok([]) };

  test('proves that there is no such ticket for half an hour, and not longer', () => {
    const at = (age: number) => read({ clientId: 1 }, { ...UNKNOWN, now: BUILT_AT + age }).word;
    expect(at(ABSENCE_TRUSTED)).toMatchObject({ absenceDoubt: null });
    expect(at(ABSENCE_TRUSTED + 1)).toMatchObject({ absenceDoubt: { type: 'old' } });
  });

  test('proves nothing where the platform has admitted codes that it lacks', () => {
    expect(read({ clientId: 1 }, { ...UNKNOWN, lacksAdmitted: true }).word).toMatchObject({
      absenceDoubt: { type: 'lacks-admitted' },
    });
  });

  test('proves nothing while nobody but the kiosk says what time it is', () => {
    expect(read({ clientId: 1 }, { ...UNKNOWN, isTimeKnown: false }).word).toMatchObject({
      absenceDoubt: { type: 'old' },
    });
  });

  test('proves nothing as soon as something may be scanned that was not in the download', () => {
    const start = NOW + 3_600_000;
    const playing = [300, 301].map((performanceId) => ({ performanceId, productionId: 20, start }));
    expect(read({ clientId: 1 }, { ...UNKNOWN, playing }).word).toMatchObject({
      absenceDoubt: { type: 'not-covered', start },
    });
  });
});

test('what nobody can say of what is on goes to the same doubt', () => {
  expect(read({ clientId: 1 }, { found: ok([]), isAll: false }).word).toMatchObject({
    absenceDoubt: { type: 'not-covered', start: null },
  });
});

test('a ticket of who knows which production is a ticket all the same', () => {
  expect(read({ clientId: 1 }, { productionId: null }).word).toMatchObject({
    ticket: { ticketId: 501 },
    productionId: null,
  });
});

describe('nothing is said of any ticket', () => {
  test('without a snapshot, or with one that is too old: it is not even opened', () => {
    const { word, asked } = read({ clientId: 1 }, { scope: null });
    expect(word).toEqual({ type: 'none' });
    expect(asked).toEqual([['usable', NOW]]);
  });

  test.each<LookupFailure>(['damaged', 'no-snapshot', 'too-many'])(
    'when it is %s where it is read',
    (why) => {
      expect(read({ clientId: 1 }, { found: err(why) }).word).toEqual({ type: 'none' });
    },
  );
});

describe('a snapshot decides only where it has every ticket that the door admits', () => {
  const ANY = { clientId: 1 };
  const SERIES = { clientId: 1, productionId: 20 };
  const PERFORMANCE = { ...SERIES, performanceId: 300 };

  test.each<[string, ScanFilter, ScanFilter, boolean]>([
    ['the client’s, the door is open for anything', ANY, ANY, true],
    ['the client’s, the door is open for a series', ANY, SERIES, true],
    ['the client’s, the door is open for a performance', ANY, PERFORMANCE, true],
    ['of the series, the door is open for it', SERIES, SERIES, true],
    ['of the series, the door is open for a performance of it', SERIES, PERFORMANCE, true],
    ['of the performance, the door is open for it', PERFORMANCE, PERFORMANCE, true],
    ['of the series, the door is open for anything', SERIES, ANY, false],
    ['of the performance, the door is open for its series', PERFORMANCE, SERIES, false],
    ['of the performance, the door is open for anything', PERFORMANCE, ANY, false],
    [
      'of a series, the door is open for another one',
      SERIES,
      { clientId: 1, productionId: 21 },
      false,
    ],
    [
      'of a performance, the door is open for another one',
      PERFORMANCE,
      { ...SERIES, performanceId: 301 },
      false,
    ],
    ['of a client, the door is open for another one', ANY, { clientId: 2 }, false],
  ])('%s', (_what, scope, filter, covers) => {
    expect(read(filter, { scope }).word?.type).toBe(covers ? 'usable' : 'none');
  });
});
