import Database from 'better-sqlite3';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import { BoxOfficeStartError } from '#box-office/start-error.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { barcodeOf, caller, EVENING, openBoxOffice, signIn } from './support.ts';

test('what a data file holds is kept: tickets, scans and even sessions', async () => {
  const data = join(temporaryFolder(), 'box-office.db');
  const first = await openBoxOffice({ data, seed: 5 });
  const door = await signIn(first.boxOffice);
  const barcode = barcodeOf(first.boxOffice, 'valid');
  await door.validate(barcode);
  await first.boxOffice.close();

  const { boxOffice } = await openBoxOffice({ data, seed: 6 });
  expect(boxOffice.open).toBe(true);
  expect(boxOffice.scansOf(barcode)).toStrictEqual([{ scanTime: EVENING, offline: false }]);
  expect(boxOffice.barcodes('scanned', 100)).toContain(barcode);
  expect((await caller(boxOffice, door.headers).validateToken()).error).toBe(false);
});

test('a data file that was kept for days says that nothing is open', async () => {
  const data = join(temporaryFolder(), 'box-office.db');
  const { boxOffice } = await openBoxOffice({ data });
  await boxOffice.close();
  const later = await openBoxOffice({ data, now: () => EVENING + 30 * 24 * 3_600_000 });
  expect(later.boxOffice.open).toBe(false);
});

test('neither password nor token can be read from a data file', async () => {
  const data = join(temporaryFolder(), 'box-office.db');
  const { boxOffice } = await openBoxOffice({ data });
  const door = await signIn(boxOffice);
  await boxOffice.close();
  const token = Buffer.from(door.headers['Authorization']?.slice(6) ?? '', 'base64')
    .toString()
    .split(':')
    .at(-1);
  const db = new Database(data, { readonly: true });
  const bytes = db.serialize();
  db.close();
  expect(token).toHaveLength(32);
  expect(bytes.includes('door@usher.example')).toBe(true);
  expect(bytes.includes('open-the-doors')).toBe(false);
  expect(bytes.includes(token ?? '')).toBe(false);
});

async function refusal(data: string): Promise<string> {
  const outcome: unknown = await startBoxOffice({ data }).catch((error: unknown) => error);
  if (!(outcome instanceof BoxOfficeStartError)) throw new Error('it was not refused');
  return outcome.message;
}

test('a file of another version is refused, and left as it is', async () => {
  const data = join(temporaryFolder(), 'box-office.db');
  const { boxOffice } = await openBoxOffice({ data });
  await boxOffice.close();
  const db = new Database(data);
  db.pragma('user_version = 99');
  db.close();
  expect(await refusal(data)).toMatch(/holds data of version 99, and this box office needs/);
  expect(new Database(data).pragma('user_version', { simple: true })).toBe(99);
});

test("another program's database, and what is no database, is refused", async () => {
  const folder = temporaryFolder();
  const foreign = join(folder, 'foreign.db');
  const db = new Database(foreign);
  db.exec('CREATE TABLE ticket (id INTEGER)');
  db.close();
  expect(await refusal(foreign)).toMatch(/something else than a box office's data/);
  const letter = join(folder, 'letter.txt');
  writeFileSync(letter, 'Dear box office, '.repeat(1000));
  expect(await refusal(letter)).toMatch(/cannot be used as data: file is not a database/);
  expect(await refusal(join(folder, 'no', 'such', 'folder', 'x.db'))).toMatch(/cannot be used/);
});
