import { describe, expect, test } from 'vitest';
import { WHY_NO_PTY } from '#tests/main/entrance/scanners/serial/pty-scanner.ts';
import { whyNoSimulatedHid } from '#tests/support/simulated-hidraw.ts';
import { WORKERS } from '#tests/support/workers.ts';
import { measureDownloads } from './downloads.ts';
import { figuresLeftBy, figuresSaidBy } from './figures-elsewhere.ts';
import { measureFind } from './find.ts';
import { halfAndMost, isMissed, notMeasured, percentile, tableOf, type Figure } from './figures.ts';
import { measureHidSimulated, measureHidStandIn } from './hid.ts';
import { measureOffline } from './offline.ts';
import { measureOutputs } from './outputs.ts';
import { machine, withFigures } from './page.ts';
import { measureSerial } from './serial.ts';
import { lacksMosquitto } from '#tests/support/mosquitto.ts';
import { measureVenue } from './venue.ts';

const WHY_NO_HID = whyNoSimulatedHid();

const figure: Figure = {
  what: 'something',
  size: 10_000,
  ours: 2,
  bare: 1,
  unit: 'ms',
  toReach: { ratio: 2 },
};

test(
  'every promise of a door without a network is measured, and stands in a table',
  { timeout: 120_000 },
  async () => {
    const figures = await measureOffline(
      { sizes: [500, 2_000], decisions: 20, scans: 200, roundTrip: 1, builtTickets: 2_000 },
      () => undefined,
    );
    const promised = figures.filter(({ toReach }) => toReach !== null);
    const measured = promised.map(({ what, size }) => `${what}: ${size}`);
    for (const what of ['decision', 'building', 'memory', 'upload']) {
      expect(measured.filter((each) => each.startsWith(what))).not.toHaveLength(0);
    }
    expect(new Set(measured).size).toBe(measured.length);
    const inHouse = figures.filter(({ what }) =>
      what.includes('with a house, notes and entrances'),
    );
    expect(inHouse.map(({ size }) => size)).toEqual([500, 500, 2_000, 2_000]);
    expect(inHouse.every(({ bare }) => bare !== null)).toBe(true);
    for (const { ours, bare, what } of figures) {
      expect(ours, what).toBeGreaterThan(0);
      expect(bare ?? 1, what).toBeGreaterThan(0);
    }
    const lines = tableOf(figures).split('\n');
    expect(lines).toHaveLength(figures.length + 2);
    for (const line of lines) {
      expect(line.match(/\|/g), line).toHaveLength(8);
      expect(line).not.toContain('NaN');
    }
  },
);

test.skipIf(lacksMosquitto)(
  'what doors tell each other is measured',
  { timeout: 240_000 },
  async () => {
    const measures = {
      guests: 5,
      takenOver: 20,
      told: 50,
      counted: 20,
      copied: 100,
      flood: 100,
      large: 2_000_000,
      perSecond: 500,
      turns: 1,
    };
    const figures = await measureVenue(measures, WORKERS.house, () => undefined);
    expect(figures).toHaveLength(25);
    for (const { ours, bare, what } of figures) {
      expect(ours, what).toBeGreaterThan(0);
      expect(bare ?? 1, what).toBeGreaterThan(0);
    }
  },
);

test.skipIf(lacksMosquitto || WHY_NO_PTY !== null)(
  'how soon gates are told is measured, and what they cost a scan',
  { timeout: 60_000 },
  async () => {
    const figures = await measureOutputs({ guests: 3, scans: 5 }, () => undefined);
    expect(figures).toHaveLength(10);
    for (const { ours, bare, what } of figures) {
      expect(ours, what).toBeGreaterThan(0);
      expect(bare, what).toBeGreaterThan(0);
    }
    const promised = figures.flatMap(({ toReach }) => toReach ?? []);
    expect(promised).toEqual([...Array<object>(4).fill({ most: 20 }), { ratio: 2 }]);
  },
);

test('downloads are measured, as they are and as they were', { timeout: 60_000 }, async () => {
  const measures = { sizes: [200], turns: 1 };
  const figures = await measureDownloads(measures, WORKERS.snapshot, () => undefined);
  for (const { what, size, ours, bare } of figures) {
    expect(size, what).toBe(200);
    expect(ours, what).toBeGreaterThan(0);
    expect(bare, what).toBeGreaterThan(0);
  }
  // Bytes are counted, and the same each time.
  const line = (what: string) => figures.find((each) => each.what === `${what}, the line`);
  const [whole, nothingNew] = [line('one download'), line('one that brings nothing new')];
  expect(whole?.ours).toBeLessThan((whole?.bare ?? 0) / 2);
  expect(nothingNew?.ours).toBeLessThan((whole?.ours ?? 0) / 2);
});

test('looking for a ticket is measured, and promised', { timeout: 60_000 }, async () => {
  const figures = await measureFind({ sizes: [2_000], queries: 50 }, () => undefined);
  expect(figures).toMatchObject([
    { size: 2_000, unit: 'ms', toReach: null },
    { size: 2_000, unit: 'ms', toReach: { most: 100 } },
    { size: 2_000, unit: 's', toReach: null },
  ]);
  for (const { what, ours, bare } of figures) {
    expect(ours, what).toBeGreaterThan(0);
    expect(bare, what).toBeGreaterThan(0);
  }
});

describe('how soon a scan is in the queue', () => {
  test.skipIf(WHY_NO_PTY !== null)(
    `is measured for a serial scanner (${WHY_NO_PTY ?? 'socat'})`,
    async () => {
      expectDelays(await measureSerial(5), 'serial: ');
    },
  );

  test('is measured for a HID scanner, without one', async () => {
    expectDelays(await measureHidStandIn(5), 'HID, handed over by a stand-in: ');
  });

  test.skipIf(WHY_NO_HID !== null)(
    `is measured for a HID scanner, through node-hid (${WHY_NO_HID ?? 'umockdev'})`,
    async () => {
      expectDelays(await measureHidSimulated(5), 'HID, by node-hid from a simulated hidraw: ');
    },
  );

  function expectDelays(figures: readonly Figure[], channel: string): void {
    expect(figures).toMatchObject([
      { size: 5, unit: 'ms', toReach: null },
      { size: 5, unit: 'ms', toReach: { most: 5 } },
    ]);
    for (const { what, ours, bare } of figures) {
      expect(what.startsWith(channel), what).toBe(true);
      expect(ours, what).toBeGreaterThan(0);
      expect(bare ?? 1, what).toBeGreaterThan(0);
    }
  }
});

describe('figures of another process', () => {
  const said = (figures: unknown) => [
    '-e',
    `console.log('a word\\n' + ${JSON.stringify(JSON.stringify(figures))})`,
  ];
  const left = (module: string) => ['--input-type=module', '-e', module];

  test('are what it says last', () => {
    expect(figuresSaidBy('node', said([figure]))).toStrictEqual([figure]);
  });

  test.each([[[]], [[{ ...figure, ours: null }]], ['nothing']])('are none: %j', (told) => {
    expect(() => figuresSaidBy('node', said(told))).toThrow();
  });

  test('are what it leaves', async () => {
    const module = `
      import { leaveFigures } from '#tests/bench/figures-elsewhere.ts';
      leaveFigures([${JSON.stringify(figure)}]);`;
    expect(await figuresLeftBy('node', left(module))).toStrictEqual([figure]);
  });

  test('are none if it fails, or leaves nothing', async () => {
    await expect(figuresLeftBy('node', left('process.exit(3)'))).rejects.toThrow(
      'node ended with 3',
    );
    await expect(figuresLeftBy('node', left(''))).rejects.toThrow();
  });
});

test('half of the times and 99 of a hundred are told, the latter promised, and half where it is said', () => {
  const times = Array.from({ length: 100 }, (_, number) => number);
  const promised = { what: 'it', size: 100, toReach: { most: 5 } };
  const [half, most] = halfAndMost(promised, times, null);
  expect(half).toMatchObject({ what: 'it, p50', ours: 50, bare: null, toReach: null });
  expect(most).toMatchObject({ what: 'it, p99', ours: 99, toReach: { most: 5 } });
  const [halfToo] = halfAndMost({ ...promised, halfToReach: { most: 3 } }, times, null);
  expect(halfToo).toMatchObject({ what: 'it, p50', toReach: { most: 3 } });
});

describe('a promise', () => {
  test.each<[string, Partial<Figure>, boolean]>([
    ['just reached', {}, false],
    ['of a ratio, missed', { ours: 2.001 }, true],
    ['of a ratio without its bare operation', { bare: null }, true],
    ['of a ratio to what could not be measured', { bare: Number.NaN }, true],
    ['of a number, reached', { toReach: { most: 2 } }, false],
    ['of a number, missed', { toReach: { most: 1 } }, true],
    ['of a number that could not be measured', { ours: Number.NaN, toReach: { most: 1 } }, true],
    ['of nothing', { ours: 1000, toReach: null }, false],
  ])('%s', (_what, changes, missed) => {
    expect(isMissed({ ...figure, ...changes })).toBe(missed);
    expect(tableOf([{ ...figure, ...changes }]).includes('missed')).toBe(missed);
  });
});

test('what cannot be measured stands in the table with its reason, and misses no promise', () => {
  const figure = notMeasured('it: not measured, there is no scanner here', 500);
  expect(isMissed(figure)).toBe(false);
  const [, , row] = tableOf([figure]).split('\n');
  expect(row).toBe('| it: not measured, there is no scanner here | 500 |  |  |  |  |  |');
});

test('a percentile is the value that so many are below', () => {
  const hundred = Array.from({ length: 100 }, (_, number) => number);
  expect([0, 0.5, 0.99].map((part) => percentile(hundred, part))).toStrictEqual([0, 50, 99]);
});

describe('the page', () => {
  const page =
    '<!-- other: begin -->\nold\n<!-- other: end -->\n<!-- one: begin -->\nold\n<!-- one: end -->\nafter';

  test('gets the figures of a bench between its marks, as often as they are taken', () => {
    const written = withFigures(page, 'one', 'new') ?? '';
    expect(written).toBe(
      '<!-- other: begin -->\nold\n<!-- other: end -->\n<!-- one: begin -->\n\nnew\n\n<!-- one: end -->\nafter',
    );
    expect(withFigures(written, 'one', 'new')).toBe(written);
  });

  test('without marks is not written', () => {
    expect(withFigures(page, 'third', 'new')).toBeNull();
  });

  test('names the machine by what it can do', () => {
    const words = machine(new Date(Date.UTC(2026, 10, 21)), 'Electron 1.2.3');
    expect(words).toContain('2026-11-21');
    expect(words).toContain(`Node ${process.versions.node}, Electron 1.2.3; `);
    expect(words).toMatch(/\d+ cores, \d+ GiB of memory/);
  });
});
