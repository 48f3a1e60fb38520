import { expect, test } from 'vitest';
import { HOUR } from '#shared/time.ts';
import type { CompleteDownload } from '#main/ledger/unlisted.ts';
import {
  EVENING,
  HOUSE,
  ledgerOnDatabase,
  offlineAdmission,
  OTHER_CLIENT,
  valueOf,
} from './support.ts';

const DAY = 24 * HOUR;

/** A ledger with some admissions by the platform of codes that no snapshot listed. */
function openUnlisted(codes: readonly string[] = ['TKT1']) {
  const { db, ledger } = ledgerOnDatabase();
  for (const code of codes) {
    const entry = offlineAdmission({ code, basis: 'platform', ticketIds: null, isUnlisted: true });
    valueOf(ledger.record(entry));
  }
  const compare = (changes: Partial<CompleteDownload> = {}) =>
    valueOf(
      ledger.compareUnlisted(HOUSE, {
        ...{ builtAt: EVENING + 1_000, has: () => false, covers: () => true },
        ...changes,
      }),
    );
  const isMissing = (since = 0, ref = HOUSE) => ledger.isUnlistedMissing(ref, since);
  const rows = () => db.prepare('SELECT count(*) FROM unlisted').pluck().get();
  return { ledger, compare, isMissing, rows };
}

test('an admitted code is missing once a complete download made later lacks it', () => {
  const { compare, isMissing } = openUnlisted();
  expect(isMissing()).toBe(false);
  compare();
  expect(isMissing()).toBe(true);
  expect(isMissing(EVENING), 'long ago').toBe(false);
  expect(isMissing(0, OTHER_CLIENT)).toBe(false);
});

test('a download made before the admission proves nothing', () => {
  const { compare, isMissing, rows } = openUnlisted();
  compare({ builtAt: EVENING });
  expect(isMissing()).toBe(false);
  expect(rows()).toBe(1);
});

test('a later download that has the code ends the doubt', () => {
  const { compare, isMissing, rows } = openUnlisted();
  compare();
  compare({ builtAt: EVENING + HOUR, has: (code) => code === 'TKT1' });
  expect(isMissing()).toBe(false);
  expect(rows()).toBe(0);
});

test('a download that does not cover the performance changes nothing', () => {
  const { compare, isMissing, rows } = openUnlisted();
  compare({ covers: () => false });
  expect(isMissing()).toBe(false);
  compare();
  compare({ builtAt: EVENING + DAY, covers: () => false });
  expect(isMissing()).toBe(true);
  expect(rows()).toBe(1);
});

test('an admission that no download covers within a day is dropped', () => {
  const { compare, rows } = openUnlisted();
  compare({ builtAt: EVENING + 2 * DAY, covers: () => false });
  expect(rows()).toBe(0);
});

test('keeps a limited number of missing codes', () => {
  const { compare, isMissing, rows } = openUnlisted(
    Array.from({ length: 150 }, (_, at) => `T${at}`),
  );
  compare();
  expect(isMissing()).toBe(true);
  expect(rows()).toBeLessThan(30);
});

test('all of many are compared, a part at a time', () => {
  const { ledger, isMissing, rows } = openUnlisted([
    'OLDEST',
    ...Array.from({ length: 450 }, (_, at) => `T${at}`),
  ]);
  const download = {
    ...{ builtAt: EVENING + 1_000, covers: () => true },
    has: (code: string) => code !== 'OLDEST',
  };
  let next: number | null | undefined;
  let parts = 0;
  do {
    next = valueOf(ledger.compareUnlisted(HOUSE, download, next ?? undefined));
    parts += 1;
    expect(isMissing()).toBe(next === null);
  } while (next !== null);
  expect(parts).toBe(3);
  expect(rows()).toBe(1);
});

test('an admission of a listed code is not recorded', () => {
  const { ledger, rows } = openUnlisted([]);
  valueOf(ledger.record(offlineAdmission({ basis: 'platform' })));
  expect(rows()).toBe(0);
});
