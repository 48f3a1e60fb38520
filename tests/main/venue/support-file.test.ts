import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test as unitTest } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import { openFileLog } from '#main/base/log/file-log.ts';
import { eventually } from '#tests/support/eventually.ts';
import { valueOf } from '../ledger/support.ts';
import { leaks } from '../operations/support/support/secrets.ts';
import { factsOf, unpack } from '../operations/support/support/unpack.ts';
import { lacksMosquitto, startBroker } from './support/broker.ts';
import { KEY, openKiosk } from './support/kiosks.ts';

const test = unitTest.skipIf(lacksMosquitto);
const USER = 'entrance-doors-77';
const PASSWORD = 'open sesame to the doors';
const NOTE = 'has cancelled, be kind';
const WHY = 'left by the stage door';

test('a support file of a door of a house holds neither its key nor the broker’s user and password, nor what the other doors are called, nor whom they let in', async () => {
  const boxOffice = await startBoxOffice({ tickets: 200 });
  onTestFinished(() => boxOffice.close());
  const broker = await startBroker((folder) => {
    const passwords = join(folder, 'passwords');
    writeFileSync(passwords, '');
    spawnSync('mosquitto_passwd', ['-b', passwords, USER, PASSWORD]);
    return `allow_anonymous false\npassword_file ${passwords}`;
  });
  const settings = { venueUser: USER, venuePassword: PASSWORD, notesShown: true };
  const left = await openKiosk(boxOffice, broker.url, 'Balcony left', { otherDoors: 0, settings });
  const right = await openKiosk(boxOffice, broker.url, 'Foyer right', {
    ...{ settings, log: (folder) => openFileLog(join(folder, 'logs'), { console: false }) },
  });
  const [code = '', noted = ''] = boxOffice.barcodes('valid', 2);
  // What another door tells, orders and notes, and a broker that goes.
  left.network.fault = () => ({ type: 'reset' });
  expect(await left.scan(code)).toMatchObject({ kind: 'admit', basis: 'cache' });
  await right.hears(1);
  expect(await right.scan(code)).toMatchObject({ kind: 'duplicate', basis: 'venue' });
  const note = {
    ...{ ticketId: null, buyer: null, section: null, seat: null, barcode: noted },
    ...{ kind: 'other' as const, text: NOTE, mustBeSeen: false },
    day: new Date().toISOString().slice(0, 10),
  };
  valueOf(await left.kiosk.handlers.addNote(note));
  valueOf(await right.kiosk.handlers.correctInside({ by: 1, why: WHY }));
  valueOf(await left.kiosk.handlers.holdDoors({ on: true }));
  await eventually(() => expect(right.kiosk.state().peers.hold.order?.isHeld).toBe(true));
  await eventually(async () =>
    expect(valueOf(await right.kiosk.handlers.notes(null))).toMatchObject([{ text: NOTE }]),
  );
  await broker.kill();
  await eventually(() => expect(right.kiosk.state().peers.status).toBe('lost'));

  const files = unpack(valueOf(await right.kiosk.handlers.saveSupportBundle(null)).path);
  expect(factsOf(files, 'readiness')).toMatchObject({
    venue: { status: 'lost', trouble: 'unreachable', hold: { isHeld: true } },
  });
  expect(factsOf(files, 'settings')).toMatchObject({
    ...{ settings: { venueBroker: broker.url }, hasVenueUser: true },
  });
  expect(Object.keys(files).filter((name) => name.startsWith('logs/'))).not.toEqual([]);
  const secrets = {
    ...{ key: KEY, user: USER, password: PASSWORD, note: NOTE, reason: WHY, barcode: code },
    'barcode of a note': noted,
    ...{ 'another door': 'Balcony left', 'its id': left.kiosk.state().machine.kiosk.id },
  };
  expect(
    leaks(
      files,
      Object.entries(secrets).map(([what, text]) => ({ what, text })),
    ),
  ).toEqual([]);
});
