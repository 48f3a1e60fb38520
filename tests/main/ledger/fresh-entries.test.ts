import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { askedOfAll } from './asked.ts';
import { EVENING, ledgerAt, offlineAdmission, recorded, undecided, valueOf } from './support.ts';
import { whateverHappens } from './whatever-happens.ts';

test('what has come since is told as it stands on the disk, whatever has happened and failed', () => {
  const asked = askedOfAll();
  let [remembered, read] = [0, 0];
  whateverHappens((ledger, _, step) => {
    const all = ledger.page({ limit: 100, after: 0 });
    const newest = all.at(-1)?.sequence ?? 0;
    for (const [after, limit] of [
      [newest - 1, 9],
      [newest - 3, 9],
      [newest - 3, 2],
      [0, 9],
    ] as const) {
      asked.take();
      const since = ledger.since(after, limit);
      if (asked.take().length === 0) remembered += 1;
      else read += 1;
      expect(since, step).toEqual(all.filter(({ sequence }) => sequence > after).slice(0, limit));
    }
  });
  expect(remembered).toBeGreaterThan(200);
  expect(read).toBeGreaterThan(200);
});

test('after a restart it goes on where the disk is, and reads what this run has not recorded', () => {
  const path = join(temporaryFolder(), 'ledger.db');
  const before = ledgerAt(path);
  for (const code of ['A1', 'A2']) recorded(before, offlineAdmission({ code }));
  before.close();

  const ledger = ledgerAt(path);
  expect(ledger.since(0, 9).map(({ code }) => code)).toEqual(['A1', 'A2']);
  recorded(ledger, offlineAdmission({ code: 'A3' }));
  expect(ledger.since(1, 9).map(({ code }) => code)).toEqual(['A2', 'A3']);
  expect(ledger.since(2, 9).map(({ code }) => code)).toEqual(['A3']);
});

test('an answer that comes before the entry has been told is told with it', () => {
  const ledger = ledgerAt(join(temporaryFolder(), 'ledger.db'));
  const id = recorded(ledger, undecided({ inDoubt: true }));
  expect(ledger.since(0, 9)).toMatchObject([{ word: 'awaited' }]);
  valueOf(ledger.settle(id, { word: 'admitted' }, EVENING));
  expect(ledger.since(0, 9)).toMatchObject([{ word: 'admitted' }]);
});
