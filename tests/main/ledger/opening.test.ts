import { FIRST_VERSION, LEDGER_VERSION } from '#main/ledger/schema.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { openLedger } from '#main/ledger/open-ledger.ts';
import Database from 'better-sqlite3';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { makeReadOnly, smallDisk } from './small-disk.ts';
import {
  EVENING,
  ledgerAt,
  offlineAdmission,
  opened,
  optionsFor,
  recorded,
  testVault,
  valueOf,
  vaultOf,
} from './support.ts';
import { expectOwnerOnly } from '#tests/support/owner-only.ts';

const newPath = () => join(temporaryFolder(), 'ledger.db');

/** A file with some guests in it, closed. */
function usedLedger(path = newPath(), guests = 200): string {
  const { ledger } = valueOf(openLedger(optionsFor(path)));
  for (let guest = 0; guest < guests; guest += 1) recorded(ledger, offlineAdmission());
  ledger.close();
  return path;
}

function faultAt(path: string, changes = {}): string {
  const result = openLedger(optionsFor(path, changes));
  if (result.ok) result.value.ledger.close();
  return result.ok ? 'none' : result.error.code;
}

describe('a ledger that is opened', () => {
  test('waits for the disk with every commit, and belongs to its owner alone', () => {
    const path = newPath();
    const db = valueOf(openDatabase(path));
    onTestFinished(() => {
      db.close();
    });
    const pragma = (name: string) => db.pragma(name, { simple: true });
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous'), 'FULL').toBe(2);
    expect(pragma('foreign_keys')).toBe(1);
    expectOwnerOnly(path);
    expectOwnerOnly(`${path}-wal`);
    const tables = db.prepare(
      `SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'`,
    );
    const loose = tables.all().filter((row) => JSON.stringify(row).includes('"strict":0'));
    expect(loose, 'only SQLite’s own table is not strict').toEqual([
      { name: 'sqlite_schema', strict: 0 },
    ]);
  });

  test('has nothing to tell about other files', () => {
    expect(opened(usedLedger()).quarantined).toBeNull();
    expect(opened(newPath()).quarantined).toBeNull();
  });

  test('belongs to one kiosk: a second one is told so, and the first goes on', () => {
    const path = usedLedger();
    const ledger = ledgerAt(path);
    expect(faultAt(path)).toBe('in-use');
    recorded(ledger, offlineAdmission());
    expect(ledger.page({ limit: 1 })[0]?.sequence).toBe(201);
  });
});

describe('a file that is not touched', () => {
  function refusedAndUntouched(path: string, code: string, changes = {}): void {
    const before = readFileSync(path);
    expect(faultAt(path, changes)).toBe(code);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(join(path, '..'))).toEqual(['ledger.db']);
  }

  test('one from a newer version of the kiosk', () => {
    const path = usedLedger();
    const db = new Database(path);
    db.pragma(`user_version = ${LEDGER_VERSION + 1}`);
    db.close();
    refusedAndUntouched(path, 'newer');
  });

  test('one that was sealed with the key of another installation', () => {
    refusedAndUntouched(usedLedger(), 'other-key', { vault: vaultOf('two') });
  });

  test('any, as long as the installation’s key cannot be had', () => {
    const vault = { ...testVault, keeper: 'memory' };
    refusedAndUntouched(usedLedger(), 'no-key', { vault });
    const path = newPath();
    expect(faultAt(path, { vault })).toBe('no-key');
    expect(existsSync(path), 'none is made that nobody can read later').toBe(false);
  });
});

describe('a file of an older version', () => {
  /** A used ledger whose version is one that no release wrote. */
  function olderLedger(version: number): string {
    const path = usedLedger();
    const db = new Database(path);
    db.pragma(`user_version = ${version}`);
    db.close();
    return path;
  }

  test.each([1, 11, FIRST_VERSION - 1])('%i is renamed aside, whole', (version) => {
    const path = olderLedger(version);
    const before = readFileSync(path);
    const { ledger, quarantined } = opened(path);
    const aside = `${path}.older-${EVENING}`;
    expect(quarantined).toEqual({ code: 'older', path: aside });
    expect(readFileSync(aside).equals(before)).toBe(true);
    expect(ledger.newestSequence(), 'nothing of it is taken over').toBe(0);
    recorded(ledger, offlineAdmission());
  });

  test('stays where it is while the folder cannot be written to', ({ skip }) => {
    const disk = smallDisk(2) ?? skip('this user cannot mount a disk');
    const path = join(disk, 'ledger.db');
    copyFileSync(olderLedger(11), path);
    makeReadOnly(disk);
    expect(faultAt(path)).toBe('read-only');
    expect(existsSync(path)).toBe(true);
  });
});

describe('a damaged file is put aside, and the kiosk goes on with a new one', () => {
  /** Opens, and returns what now lies aside. */
  function putAsideAt(path: string): string {
    const { ledger, quarantined } = opened(path);
    const aside = `${path}.unreadable-${EVENING}`;
    expect(quarantined).toEqual({ code: 'damaged', path: aside });
    expect(ledger.page({ limit: 1 })).toEqual([]);
    recorded(ledger, offlineAdmission());
    return aside;
  }

  test('its first page is garbage', () => {
    const path = usedLedger();
    const content = readFileSync(path);
    content.fill(0x5a, 0, 100);
    writeFileSync(path, content);
    expect(readFileSync(putAsideAt(path)).equals(content), 'all of it is still there').toBe(true);
  });

  test('a page in its middle is garbage', () => {
    const path = usedLedger();
    const content = readFileSync(path);
    content.fill(0x5a, 4096 * 4, 4096 * 5);
    writeFileSync(path, content);
    expect(statSync(putAsideAt(path)).size).toBe(content.length);
  });

  test('it was cut short', () => {
    const path = usedLedger();
    truncateSync(path, statSync(path).size - 3 * 4096);
    putAsideAt(path);
  });

  test('it is something else', () => {
    const path = newPath();
    const db = new Database(path);
    db.exec('CREATE TABLE other (id)');
    db.close();
    putAsideAt(path);
  });

  test('it was emptied, and its journal is all that is left', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'ledger.db');
    const source = newPath();
    recorded(ledgerAt(source), offlineAdmission());
    copyFileSync(`${source}-wal`, `${path}-wal`);
    writeFileSync(path, '');
    const aside = putAsideAt(path);
    expect(readFileSync(`${aside}-wal`).equals(readFileSync(`${source}-wal`))).toBe(true);
  });

  test('twice in the same moment: nothing is overwritten', () => {
    const path = newPath();
    for (const content of ['first', 'second']) {
      writeFileSync(path, content.repeat(1000));
      valueOf(openLedger(optionsFor(path))).ledger.close();
    }
    const names = readdirSync(join(path, '..')).sort();
    expect(names).toEqual([
      'ledger.db',
      `ledger.db.unreadable-${EVENING}`,
      `ledger.db.unreadable-${EVENING}-2`,
    ]);
    expect(readFileSync(`${path}.unreadable-${EVENING}`, 'utf8')).toContain('firstfirst');
  });
});

test('after a power cut the journal gives back what was recorded', () => {
  const source = newPath();
  const live = ledgerAt(source);
  const id = recorded(live, offlineAdmission());
  const path = newPath();
  copyFileSync(source, path);
  copyFileSync(`${source}-wal`, `${path}-wal`);
  // The last write was under way when the power went.
  truncateSync(`${path}-wal`, statSync(`${path}-wal`).size);
  writeFileSync(`${path}-wal`, Buffer.alloc(1000, 0x5a), { flag: 'a' });
  const { ledger, quarantined } = opened(path);
  expect(quarantined).toBeNull();
  expect(ledger.page({ limit: 9 }).map((record) => record.id)).toEqual([id]);
});

describe('a disk that does not do its part', () => {
  test('the folder is missing', () => {
    expect(faultAt(join(temporaryFolder(), 'nowhere', 'ledger.db'))).toBe('no-directory');
  });

  test('a folder has the file’s name', () => {
    const path = newPath();
    mkdirSync(path);
    expect(faultAt(path)).toBe('unreadable');
  });

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'the file may only be read',
    () => {
      const path = usedLedger();
      chmodSync(path, 0o444);
      expect(faultAt(path)).toBe('read-only');
    },
  );

  test('the disk may only be read', ({ skip }) => {
    const disk = smallDisk(1) ?? skip('this user cannot mount a disk');
    const path = usedLedger(join(disk, 'ledger.db'), 3);
    const before = readFileSync(path);
    makeReadOnly(disk);
    expect(faultAt(path)).toBe('read-only');
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
