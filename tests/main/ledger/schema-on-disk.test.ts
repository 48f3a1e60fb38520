import { LEDGER_VERSION } from '#main/ledger/schema.ts';
import { schemaOnDisk } from '#main/ledger/schema-on-disk.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';

function ledgerOf(schema: number): string {
  const path = join(temporaryFolder(), 'ledger.db');
  const db = new Database(path);
  db.exec('CREATE TABLE entry (id INTEGER)');
  db.pragma(`user_version = ${schema}`);
  db.close();
  return path;
}

test('the schema of a ledger is read from the file of a newer version', () => {
  expect(schemaOnDisk(ledgerOf(LEDGER_VERSION + 5))).toBe(LEDGER_VERSION + 5);
});

test('a ledger of an older version, or none, counts as what this version makes of it', () => {
  expect(schemaOnDisk(ledgerOf(1))).toBe(LEDGER_VERSION);
  expect(schemaOnDisk(join(temporaryFolder(), 'ledger.db'))).toBe(LEDGER_VERSION);
});
