import { Ledger } from '#main/ledger/ledger.ts';
import { MIGRATIONS } from '#main/ledger/migrations/index.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import { WaitingCount } from '#main/ledger/waiting-count.ts';
import fc from 'fast-check';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  ALREADY_SCANNED,
  EVENING,
  HOUSE,
  offlineAdmission,
  testVault,
  undecided,
  valueOf,
} from './support.ts';

type Step = (ledger: Ledger, ids: string[]) => void;

const REFUSAL = { type: 'platform-words', text: 'no' } as const;

/** What may happen; `some` are the entries that it happens to, whether that is possible or a bug. */
const STEPS: Readonly<Record<string, (some: (ids: string[]) => string[]) => Step>> = {
  admit: () => (ledger, ids) => {
    const entry = offlineAdmission({ code: `A${ids.length}`, platformTime: EVENING + ids.length });
    if (ledger.record(entry).ok) ids.push(entry.id);
  },
  'admit in doubt': () => (ledger, ids) => {
    const entry = offlineAdmission({ inDoubt: true, platformTime: EVENING + ids.length });
    if (ledger.record(entry).ok) ids.push(entry.id);
  },
  'turn away': () => (ledger, ids) => {
    const entry = undecided({ inDoubt: true });
    if (ledger.record(entry).ok) ids.push(entry.id);
  },
  'record once more': (some) => (ledger, ids) => {
    for (const id of some(ids)) ledger.record(offlineAdmission({ id }));
  },
  'the platform has admitted': (some) => (ledger, ids) => {
    for (const id of some(ids)) ledger.settle(id, { word: 'admitted' }, EVENING);
  },
  'the platform has refused': (some) => (ledger, ids) => {
    for (const id of some(ids)) {
      ledger.settle(id, { word: 'refused', error: ALREADY_SCANNED }, EVENING);
    }
  },
  'the word is missing': (some) => (ledger, ids) => {
    for (const id of some(ids)) ledger.settle(id, { word: 'missing' }, EVENING);
  },
  send: (some) => (ledger, ids) => void ledger.uploads.markSent(some(ids), EVENING),
  'send what is next': () => (ledger) => {
    const batch = ledger.uploads.nextBatch({ house: HOUSE, limit: 3 }, EVENING);
    if (!batch.ok || batch.value === null) return;
    const next = batch.value.uploads.map(({ id }) => id);
    ledger.uploads.markSent(next, EVENING);
  },
  recorded: (some) => (ledger, ids) => void ledger.uploads.markRecorded(some(ids), EVENING),
  refused: (some) => (ledger, ids) => {
    for (const id of some(ids)) ledger.uploads.markRefused(id, REFUSAL, EVENING);
  },
  'answer lost': (some) => (ledger, ids) => void ledger.uploads.backToPending(some(ids), EVENING),
  expire: () => (ledger) => void ledger.uploads.expireOlderThan(EVENING + 3, EVENING),
};

const someEntries = fc
  .array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 3 })
  .map((picks) => (ids: string[]) => picks.flatMap((pick) => ids[pick % ids.length] ?? []));

const steps = fc.array(
  fc.record({
    name: fc.constantFrom(...Object.keys(STEPS)),
    some: someEntries,
    /** The disk takes no writes while it happens. */
    fails: fc.constantFrom(true, false, false, false),
  }),
  { minLength: 5, maxLength: 30 },
);

test('how many wait is known without counting, whatever has happened and failed', () => {
  const counts = new Set<number>();
  let failures = 0;
  const folder = temporaryFolder();
  let run = 0;
  fc.assert(
    fc.property(steps, (path) => {
      const db = valueOf(openDatabase(join(folder, `ledger-${(run += 1)}.db`), MIGRATIONS));
      try {
        const ledger = new Ledger({ db, sealer: new Sealer(testVault), kioskId: 'north-door' });
        const ids: string[] = [];
        for (const { name, some, fails } of path) {
          db.pragma(`query_only = ${fails ? 1 : 0}`);
          try {
            STEPS[name]?.(some)(ledger, ids);
          } catch {
            // It cannot happen to these entries, and so has happened to none of them.
            failures += 1;
          }
          const counted = new WaitingCount(db).value;
          expect(ledger.uploads.pendingCount(), name).toBe(counted);
          counts.add(counted);
        }
      } finally {
        db.close();
      }
    }),
    { numRuns: 60, seed: 20261120 },
  );
  expect(Math.max(...counts), 'some wait').toBeGreaterThan(2);
  expect(failures, 'some steps fail').toBeGreaterThan(10);
});

test('a commit that fails after all changes were made changes no count', () => {
  const db = valueOf(openDatabase(join(temporaryFolder(), 'ledger.db'), MIGRATIONS));
  onTestFinished(() => {
    db.close();
  });
  const ledger = new Ledger({ db, sealer: new Sealer(testVault), kioskId: 'north-door' });
  const entry = offlineAdmission();
  valueOf(ledger.record(entry));
  // Noticed at the very end of a transaction.
  db.exec(`CREATE TABLE last (id INTEGER PRIMARY KEY, of INTEGER
             REFERENCES entry DEFERRABLE INITIALLY DEFERRED);
           CREATE TRIGGER spoil AFTER UPDATE ON upload BEGIN INSERT INTO last (of) VALUES (-1); END;
           CREATE TRIGGER spoil_too AFTER INSERT ON upload BEGIN INSERT INTO last (of) VALUES (-1); END`);
  expect(() => ledger.uploads.markSent([entry.id], EVENING)).toThrow('FOREIGN KEY');
  expect(() => ledger.record(offlineAdmission())).toThrow('FOREIGN KEY');
  expect(ledger.uploads.pendingCount()).toBe(1);
  db.exec('DROP TRIGGER spoil');
  valueOf(ledger.uploads.markSent([entry.id], EVENING));
  valueOf(ledger.uploads.markRecorded([entry.id], EVENING));
  expect(ledger.uploads.pendingCount()).toBe(0);
});
