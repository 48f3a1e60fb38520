import { expect, test } from 'vitest';
import { NO_LINEAGE } from '#main/ledger/lineage.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import { losses, type Account } from './account.ts';
import { growths } from './flatness.ts';
import type { Sample } from './messages.ts';
import { sparkline } from './report.ts';
import { soak } from './soak.ts';

const MB = 1024 ** 2;

/** Samples of an evening, of which nothing grows but what `change` says. */
function samples(change: (index: number) => Partial<Sample>): Sample[] {
  return Array.from({ length: 26 }, (_, index) => ({
    ...{ at: (index + 1) * 15 * 60_000, scans: index * 800 },
    ...{ heap: 30 * MB, external: 10 * MB, resident: 220 * MB },
    ...{ resources: 4, files: 33, threads: 11, waiting: 6, wal: 4 * MB, snapshots: 1 },
    ...change(index),
  }));
}

const grown = (change: (index: number) => Partial<Sample>) =>
  growths(samples(change)).flatMap(({ measure, isFlat }) => (isFlat ? [] : [measure.name]));

test('what comes and goes is flat, and so is what only the start took', () => {
  expect(grown(() => ({}))).toEqual([]);
  expect(grown((index) => ({ files: 33 + (index % 3), threads: index === 20 ? 14 : 11 }))).toEqual(
    [],
  );
  expect(grown((index) => ({ heap: (index < 4 ? 20 : 30) * MB }))).toEqual([]);
  // One odd sample says nothing.
  expect(grown((index) => ({ heap: (index === 25 ? 60 : 30) * MB }))).toEqual([]);
});

test('what grows with each scan, or is never given back, is not', () => {
  expect(grown((index) => ({ heap: (30 + index * 0.25) * MB }))).toEqual(['heap']);
  expect(grown((index) => ({ files: 33 + Math.floor(index / 4) }))).toEqual(['open files']);
  expect(grown((index) => ({ waiting: 6 + index }))).toEqual(['waiting for the clock']);
  expect(grown((index) => ({ wal: index * MB }))).toEqual(['WAL']);
  expect(
    growths([]).every(({ isFlat }) => !isFlat),
    'nothing was looked at',
  ).toBe(true);
});

test('a value is drawn from its least to its most', () => {
  expect(sparkline([1, 2, 3, 1])).toBe('▁▅█▁');
  expect(sparkline([7, 7])).toBe('▁▁');
});

const ROW: Omit<LedgerRecord, 'sequence' | 'code' | 'platformTime'> = {
  ...{ id: 'a', kioskId: 'k', baseUrl: 'p', filter: { clientId: 1 } },
  ...{ source: 'wedge', device: null, reason: null, ticket: null, ticketIds: null },
  ...{ kind: 'admit', basis: 'platform', word: null, twoDoors: null, upload: null, kioskTime: 0 },
  ...{ lineage: NO_LINEAGE, takenBack: null, words: null },
};
const row = (sequence: number, code: string, platformTime = sequence * 10_000): LedgerRecord => ({
  ...{ ...ROW, sequence, code, platformTime },
});
const there = (barcode: string, scanTime: number, offline = false) => ({
  ...{ barcode, scanTime, offline },
});
const read = (code: string, again = false) => ({ code, again });

const FINE: Account = {
  reads: [read('A'), read('A', true), read('B')],
  ledger: [row(1, 'A'), row(2, 'B')],
  platform: [there('A', 10_000), there('B', 20_000)],
};

test('an evening is accounted for, and what is lost, doubled or out of order is found', () => {
  expect(losses(FINE)).toEqual([]);
  const wrong = (change: Partial<Account>) => losses({ ...FINE, ...change });
  expect(wrong({ ledger: [row(1, 'A')] }), 'a verdict is lost').toContain(
    'read 3 of 3 has no row in its place',
  );
  expect(wrong({ ledger: [row(2, 'B'), row(1, 'A')] }), 'verdicts are exchanged').not.toEqual([]);
  expect(wrong({ reads: [read('A')] }), 'a row of nobody').toContain(
    '1 rows are of nothing that was read',
  );
  expect(wrong({ platform: [there('A', 10_000)] }), 'an admission is lost').toEqual([
    'row 2 (platform) is there 0 + 0 times',
  ]);
  expect(
    wrong({ platform: [...FINE.platform, there('B', 20_500, true)] }),
    'an admission is doubled',
  ).toEqual(['row 2 (platform) is there 1 + 1 times']);
  expect(wrong({ platform: [there('B', 9_000), there('A', 10_000)] }), 'another time').not.toEqual(
    [],
  );
  expect(
    wrong({
      ledger: [row(1, 'A'), row(2, 'B', 10_500)],
      platform: [there('B', 9_000), there('A', 10_000)],
    }),
    'out of order',
  ).toEqual(['row 1 is at the platform after a later one']);
});

test(
  'a short evening with all that may go wrong leaves nothing behind but its verdicts',
  { timeout: 400_000 },
  async () => {
    const soaked = await soak({ scans: 1_000, seed: 7, leak: false }, () => undefined);
    expect(soaked.losses).toEqual([]);
    expect(soaked.growths.filter(({ isFlat }) => !isFlat)).toEqual([]);
    const whatCame = [...soaked.verdicts.keys()];
    for (const verdict of ['admit (platform)', 'admit (cache)', 'duplicate (cache)']) {
      expect(whatCame).toContain(verdict);
    }
  },
);
