import { UploadTotals } from '#main/ledger/upload-totals.ts';
import { expect, test } from 'vitest';
import { EVENING, ledgerOnDatabase, offlineAdmission, valueOf } from './support.ts';
import { whateverHappens } from './whatever-happens.ts';

test('how many wait, since when, and what is to be seen is known as if counted afresh, whatever has happened and failed', () => {
  const [counts, toSee, oldest] = [new Set<number>(), new Set<number>(), new Set<number | null>()];
  const failures = whateverHappens((ledger, db, step) => {
    const counted = new UploadTotals(db);
    const known = [
      ledger.uploads.pendingCount(),
      ledger.uploads.oldestPending(),
      ledger.unacknowledgedCount(),
    ];
    expect(known, step).toEqual([counted.waiting, counted.oldest, counted.unacknowledged]);
    counts.add(counted.waiting);
    oldest.add(counted.oldest);
    toSee.add(counted.unacknowledged);
  });
  expect(Math.max(...counts), 'some wait').toBeGreaterThan(2);
  expect(Math.max(...toSee), 'some are to be seen').toBeGreaterThan(0);
  expect(oldest.size, 'the oldest is another').toBeGreaterThan(5);
  expect(failures, 'some steps fail').toBeGreaterThan(10);
});

test('a commit that fails after all changes were made changes no count', () => {
  const { db, ledger } = ledgerOnDatabase();
  const entry = offlineAdmission();
  valueOf(ledger.record(entry));
  // Noticed at the very end of a transaction.
  db.exec(`CREATE TABLE last (id INTEGER PRIMARY KEY, of INTEGER
             REFERENCES entry DEFERRABLE INITIALLY DEFERRED);
           CREATE TRIGGER spoil AFTER UPDATE ON entry BEGIN INSERT INTO last (of) VALUES (-1); END;
           CREATE TRIGGER spoil_too AFTER INSERT ON entry BEGIN INSERT INTO last (of) VALUES (-1); END`);
  expect(() => ledger.uploads.markSent([entry.id], EVENING)).toThrow('FOREIGN KEY');
  expect(() => ledger.record(offlineAdmission())).toThrow('FOREIGN KEY');
  expect(ledger.uploads.pendingCount()).toBe(1);
  db.exec('DROP TRIGGER spoil');
  valueOf(ledger.uploads.markSent([entry.id], EVENING));
  valueOf(ledger.uploads.markRecorded([entry.id], EVENING));
  expect(ledger.uploads.pendingCount()).toBe(0);
});
