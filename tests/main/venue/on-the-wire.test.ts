import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test as unitTest } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import { eventually } from '#tests/support/eventually.ts';
import { userOf } from '#tests/support/demo-users.ts';
import { openLinkProxy } from '#tests/support/link-proxy.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { valueOf } from '../ledger/support.ts';
import { lacksMosquitto, startBroker } from './support/broker.ts';
import { KEY, openKiosk } from './support/kiosks.ts';
import { CONNECT, foundIn, packedIn, publishedIn, PUBLISH, Wiretap } from './support/wiretap.ts';

const test = unitTest.skipIf(lacksMosquitto);
const PASSWORD = 'open sesame to the doors';
const NOTE = 'has cancelled, be kind';
const ORDER = 'left by the stage door';

/** A house behind a tapped cable: the second kiosk takes over the tickets that the first has downloaded. */
async function openTappedHouse() {
  const data = join(temporaryFolder(), 'box-office.db');
  const boxOffice = await startBoxOffice({ tickets: 200, data });
  onTestFinished(() => boxOffice.close());
  const broker = await startBroker((folder) => {
    const passwords = join(folder, 'passwords');
    writeFileSync(passwords, '');
    spawnSync('mosquitto_passwd', ['-b', passwords, 'doors', PASSWORD]);
    return `allow_anonymous false\npassword_file ${passwords}`;
  });
  const wire = new Wiretap();
  const open = async (name: string, otherDoors: number) => {
    const link = await openLinkProxy(broker.url, wire.listener(name));
    onTestFinished(() => link.close());
    const venue = { venueUser: 'doors', venuePassword: PASSWORD };
    const rules = { reentry: 'always', notesShown: true, patronDetails: ['name', 'email'] };
    return openKiosk(boxOffice, link.url, name, {
      ...{ otherDoors, user: 'scanner-with-patrons', settings: { ...venue, ...rules } },
    });
  };
  const left = await open('Balcony left', 0);
  const right = await open('Foyer right', 1);
  return { boxOffice, wire, left, right, secrets: secretsIn(data) };
}

/** What the platform knows of guests, tickets and performances. */
function secretsIn(data: string): readonly string[] {
  const db = new Database(data, { readonly: true });
  try {
    const texts = (sql: string): readonly string[] =>
      db
        .prepare<[], string | null>(sql)
        .pluck()
        .all()
        .filter((text) => text !== null)
        .filter((text) => text.length > 4);
    return [
      ...texts('SELECT CAST(id AS TEXT) FROM ticket LIMIT 20'),
      ...texts('SELECT barcode FROM ticket LIMIT 20'),
      ...texts('SELECT DISTINCT last_name FROM patron LIMIT 20'),
      ...texts('SELECT email FROM patron WHERE email IS NOT NULL LIMIT 20'),
      ...texts('SELECT name FROM production'),
      ...texts('SELECT name FROM venue'),
      ...texts('SELECT name FROM client'),
    ];
  } finally {
    db.close();
  }
}

test('of what passes between the kiosks and their broker nothing says which guest, ticket, door or performance it is about', async () => {
  const { boxOffice, wire, left, right, secrets } = await openTappedHouse();
  expect(right.logger.lines.join('\n'), 'the copy went over this cable').toMatch(
    /took the tickets over from another door/,
  );
  const codes = boxOffice.barcodes('valid', 3);
  const [online = '', offline = '', late = ''] = codes;
  // In, out and in again; online and offline; noted, held, put right.
  expect(await left.scan(online)).toMatchObject({ kind: 'admit', basis: 'platform' });
  await right.hears(1);
  left.network.fault = () => ({ type: 'reset' });
  expect(await left.scan(offline)).toMatchObject({ kind: 'admit', basis: 'cache' });
  await right.hears(2);
  await right.kiosk.handlers.useAsWayOut({ on: true });
  expect(await right.scan(offline)).toMatchObject({ kind: 'exit' });
  await left.hears(1);
  expect(await left.scan(offline)).toMatchObject({ kind: 'admit', basis: 'venue' });
  await right.hears(3);
  await right.kiosk.handlers.useAsWayOut({ on: false });
  const note = {
    ...{ ticketId: null, buyer: null, section: null, seat: null, barcode: late },
    ...{ kind: 'other' as const, text: NOTE, mustBeSeen: false },
    day: new Date().toISOString().slice(0, 10),
  };
  valueOf(await left.kiosk.handlers.addNote(note));
  await eventually(async () =>
    expect(valueOf(await right.kiosk.handlers.notes(null))).toMatchObject([{ text: NOTE }]),
  );
  valueOf(await right.kiosk.handlers.correctInside({ by: -1, why: ORDER }));
  await eventually(() => expect(left.kiosk.state().peers.inside).toMatchObject({ byHand: -1 }));
  for (const on of [true, false]) {
    valueOf(await right.kiosk.handlers.holdDoors({ on }));
    await eventually(() => expect(left.kiosk.state().peers.hold.order?.isHeld).toBe(on));
  }

  const packets = wire.packets();
  const published = packets.filter(({ type }) => type === PUBLISH);
  for (const way of ['there', 'back']) {
    expect(published.filter((packet) => packet.way === way).length).toBeGreaterThan(20);
  }
  const payloads = published.map(({ bytes }) => publishedIn(bytes).payload);
  const { username, password } = userOf(boxOffice, 'scanner-with-patrons');
  const ofDoors = [left, right].flatMap(({ kiosk }) => [
    kiosk.state().machine.kiosk.id,
    kiosk.state().machine.kiosk.name,
  ]);
  const all = [
    ...[...secrets, ...codes, ...ofDoors, KEY, NOTE, ORDER, username, password, boxOffice.baseUrl],
    ...['admission', 'exit', 'kioskId', 'ticketId', 'performanceId'],
  ];
  const everything = packets.map(({ bytes }) => bytes);
  expect(foundIn([...everything, ...payloads], all)).toEqual([]);
  expect(payloads.flatMap(packedIn), 'can be unpacked').toEqual([]);
  // Without TLS the broker's own password can be read, where a kiosk signs in, and nowhere else.
  const signingIn = packets.filter(({ type }) => type === CONNECT).map(({ bytes }) => bytes);
  expect(foundIn(signingIn, [PASSWORD])).toEqual([PASSWORD]);
  const others = packets.filter(({ type }) => type !== CONNECT).map(({ bytes }) => bytes);
  expect(foundIn([...others, ...payloads], [PASSWORD])).toEqual([]);
});

test('a reader of the wire sees what is packed, and takes no enciphered bytes for it', () => {
  const text = Buffer.from('{"door":"Balcony left","door":"Balcony right"}');
  expect(packedIn(deflateRawSync(text))).toEqual([text]);
  // By chance enciphered bytes begin like two packed ones.
  expect(packedIn(Buffer.concat([deflateRawSync(Buffer.from('ab')), text]))).toEqual([]);
});

test.each([
  ['as it is', (text: string) => Buffer.from(text)],
  ['packed', (text: string) => deflateRawSync(text)],
  ['in UTF-16', (text: string) => Buffer.from(text, 'utf16le')],
  ['in hexadecimal', (text: string) => Buffer.from(Buffer.from(text).toString('hex'))],
  [
    'in base64, behind something',
    (text: string) => Buffer.from(Buffer.from(`a ${text}`).toString('base64')),
  ],
])('a reader of the wire finds what is sent %s', (_, sent) => {
  expect(foundIn([sent('{"door":"Balcony left"}')], ['Balcony left', 'Foyer'])).toEqual([
    'Balcony left',
  ]);
});
