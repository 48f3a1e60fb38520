import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, onTestFinished, test as unitTest } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import { eventually } from '#tests/support/eventually.ts';
import { askedOfAll } from '../ledger/asked.ts';
import { lacksMosquitto, startBroker } from './support/broker.ts';
import { openKiosk } from './support/kiosks.ts';

/** How many admissions the doors of the house have told, as far as this one knows. */
function admissionsIn(dataDirectory: string): unknown {
  const db = new Database(join(dataDirectory, 'house.db'), { readonly: true });
  const count = db.prepare(`SELECT count(*) FROM event WHERE kind = 'admitted'`).pluck().get();
  db.close();
  return count;
}

const test = unitTest.skipIf(lacksMosquitto);

test('a scan at a door of a house with notes asks for what it needs, and the copy of the tickets once', async () => {
  const asked = askedOfAll();
  const boxOffice = await startBoxOffice({ tickets: 200 });
  onTestFinished(() => boxOffice.close());
  const broker = await startBroker();
  const left = await openKiosk(boxOffice, broker.url, 'Balcony left', { otherDoors: 0 });
  const { kiosk, scan } = left;
  const noted = await kiosk.handlers.addNote({
    ...{ ticketId: null, barcode: null, buyer: 'Nobody', section: null, seat: null },
    ...{ kind: 'vip', text: null, mustBeSeen: false },
    day: new Date().toISOString().slice(0, 10),
  });
  expect(noted).toMatchObject({ ok: true });
  const [guest = ''] = boxOffice.barcodes('valid', 1);
  expect(await scan(guest)).toMatchObject({ kind: 'admit', basis: 'platform' });
  // What is told takes its way through a thread.
  await eventually(() => expect(admissionsIn(left.dataDirectory)).toBe(1));

  asked.take();
  // Refused by the platform: what other doors have told since is looked at again, and the notes are told.
  expect(await scan(guest)).toMatchObject({ kind: 'duplicate' });
  const ofCopyAndHouse = asked
    .take()
    .filter(({ file }) => file === 'house.db' || file.startsWith('snapshot'))
    .map(({ file, sql }) => `${file.replace(/-\d+/, '')}: ${sql.split(' ').slice(0, 3).join(' ')}`);
  expect(ofCopyAndHouse).toEqual([
    ...['snapshot.db: SELECT place FROM', 'snapshot.db: SELECT sealed FROM'],
    // Once before the platform is asked, and once after it has answered.
    ...['house.db: SELECT id, ticket_hash', 'house.db: SELECT id, ticket_hash'],
  ]);
});

test('what a door has just recorded is told to the others without asking the disk for it', async () => {
  const asked = askedOfAll();
  const boxOffice = await startBoxOffice({ tickets: 200 });
  onTestFinished(() => boxOffice.close());
  const broker = await startBroker();
  const left = await openKiosk(boxOffice, broker.url, 'Balcony left', { otherDoors: 0 });
  const right = await openKiosk(boxOffice, broker.url, 'Foyer right', { otherDoors: 1 });
  const guests = boxOffice.barcodes('valid', 3);

  asked.take();
  for (const guest of guests) {
    expect(await left.scan(guest)).toMatchObject({ kind: 'admit', basis: 'platform' });
  }
  await right.hears(3);
  const ofLedger = asked
    .take()
    .filter(({ file, sql }) => file === 'ledger.db' && sql.startsWith('SELECT'))
    .map(({ sql }) => sql.split(' ').slice(0, 4).join(' '));
  // Whether the code or its ticket is known: once for each guest, and nothing for telling.
  expect(ofLedger).toEqual(guests.map(() => 'SELECT EXISTS (SELECT 1'));
});
