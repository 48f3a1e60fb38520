import Database from 'better-sqlite3';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { eventually } from '#tests/support/eventually.ts';
import { filesIn, found } from './disk.ts';
import { openBusyDoor } from './busy-door.ts';
import { secretsOf } from './secrets.ts';

/** What SQLite thinks of each of the databases among `paths`. */
function quickChecks(folder: string, paths: readonly string[]): unknown[] {
  return paths.map((path) => {
    const db = new Database(join(folder, path), { readonly: true });
    const word: unknown = db.pragma('quick_check', { simple: true });
    db.close();
    return word;
  });
}

test('whoever copies the disk finds no barcode, no person, no token and no password', async () => {
  const { kiosk, folder, boxOfficeData, network, headers, codes } = await openBusyDoor();
  const secrets = secretsOf(boxOfficeData, headers, codes);
  expect(secrets.length).toBeGreaterThan(200);

  // Scans wait, a snapshot is in use, the journals are full, and somebody is signed in.
  expect(filesIn(folder)).toEqual(
    expect.arrayContaining([
      'ledger.db',
      'ledger.db-wal',
      'logs/usher.log',
      'offered.sealed',
      'session.sealed',
      'settings.json',
      'vault.key',
      expect.stringMatching(/^snapshots\/snapshot-\d+\.db$/),
    ]),
  );
  expect(found(secrets, folder)).toEqual([]);

  await network.mend();
  await eventually(() => expect(kiosk.state().records.uploads.pending).toBe(0));
  expect(found(secrets, folder)).toEqual([]);

  await kiosk.stop();
  expect(found(secrets, folder)).toEqual([]);
  const databases = filesIn(folder).filter((path) => path.endsWith('.db'));
  expect(databases).toContain('ledger.db');
  expect(quickChecks(folder, databases)).toEqual(databases.map(() => 'ok'));
});

test.each(['utf8', 'utf16le'] as const)('the search finds what is there in %s', (encoding) => {
  const folder = temporaryFolder();
  appendFileSync(join(folder, 'leaking.log'), Buffer.from(' …4711081512 ', encoding));
  expect(found(['4711081512'], folder)).toEqual(['leaking.log']);
  expect(found(['1511081512'], folder)).toEqual([]);
});
