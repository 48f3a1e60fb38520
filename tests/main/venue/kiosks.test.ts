import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test as unitTest } from 'vitest';
import { MINUTE } from '#shared/time.ts';
import { startHttpDevice } from '#tests/main/entrance/outputs/devices.ts';
import { eventually } from '#tests/support/eventually.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { valueOf } from '../ledger/support.ts';
import { lacksMosquitto } from './support/broker.ts';
import { KEY, openHouse, pastTheirSecond } from './support/kiosks.ts';

const test = unitTest.skipIf(lacksMosquitto);

test('a ticket let in at one door without the platform is used at every other, which says where and when, and counts its guest', async () => {
  const { left, right, code } = await openHouse();
  left.network.fault = () => ({ type: 'reset' });
  right.network.fault = () => ({ type: 'reset' });
  const scannedAt = async ({ kiosk }: typeof left) => {
    const { performances } = valueOf(await kiosk.handlers.statistics({ hours: 12 }));
    return new Map(performances.map(({ performanceId, scanned }) => [performanceId, scanned ?? 0]));
  };
  const before = await scannedAt(right);
  await pastTheirSecond([left, right]);
  /** By performance: one of them may cease to be tonight's meanwhile, and takes those who came to it along. */
  const cameSince = async (door: typeof left) =>
    [...(await scannedAt(door))]
      .map(([id, scanned]) => scanned - (before.get(id) ?? scanned))
      .reduce((sum, one) => sum + one, 0);
  expect(await left.scan(code)).toMatchObject({ kind: 'admit', basis: 'cache' });
  await right.hears(1);
  expect([await cameSince(left), await cameSince(right)]).toEqual([1, 1]);
  const told = await right.scan(code);
  expect(told).toMatchObject({
    kind: 'duplicate',
    basis: 'venue',
    reason: { type: 'copy', code: 12 },
  });
  expect(told.own?.usedAtDoor?.door).toBe('Balcony left');
  expect(told.reason).toMatchObject({ usedAtDoor: told.own?.usedAtDoor });
  const at = told.own?.usedAtDoor?.at ?? 0;
  expect(Math.abs(Date.now() - at)).toBeLessThan(MINUTE);
  // The file says it in a column of its own.
  const saved = valueOf(
    await right.kiosk.handlers.exportHistory({
      filter: { kinds: [], basis: null, source: null, uploads: [], from: null, until: null, code },
    }),
  );
  const [heads = '', line = ''] = readFileSync(saved.path, 'utf8').split('\r\n');
  const cells = line.split(',');
  expect(cells[heads.split(',').indexOf('other door')]).toBe('Balcony left');
  expect(cells[heads.split(',').indexOf('there at (UTC)')]).toBe(new Date(at).toISOString());
});

test('what another door let in and has not uploaded is decided here, without asking the platform, which would admit it', async () => {
  const { boxOffice, left, right, code, another } = await openHouse();
  left.network.fault = () => ({ type: 'reset' });
  expect(await left.scan(code)).toMatchObject({ kind: 'admit', basis: 'cache' });
  await right.hears(1);
  const asked = () => boxOffice.requests.filter(({ path }) => path.endsWith('/validateTicket'));
  const before = asked().length;
  const told = await right.scan(code);
  expect(told).toMatchObject({ kind: 'duplicate', basis: 'venue' });
  expect(told.own?.usedAtDoor?.door).toBe('Balcony left');
  expect(asked()).toHaveLength(before);
  // Others are asked about as ever.
  expect(await right.scan(another)).toMatchObject({ kind: 'admit', basis: 'platform' });
});

test('to what the platform itself calls used, place and time are added', async () => {
  const { left, right, code } = await openHouse();
  expect(await left.scan(code)).toMatchObject({ kind: 'admit', basis: 'platform' });
  await right.hears(1);
  const told = await right.scan(code);
  expect(told).toMatchObject({ kind: 'duplicate', basis: 'platform' });
  expect(told.own?.usedAtDoor?.door).toBe('Balcony left');
});

test('a voided ticket is voided, whoever let it in before', async () => {
  const data = join(temporaryFolder(), 'box-office.db');
  const { left, right, code, another } = await openHouse({}, { data });
  left.network.fault = () => ({ type: 'reset' });
  expect(await left.scan(code)).toMatchObject({ kind: 'admit', basis: 'cache' });
  await right.hears(1);
  const counter = new Database(data);
  counter.prepare("UPDATE ticket SET state = 'voided' WHERE barcode = ?").run(code);
  counter.close();
  // The platform's download is another one since this, too.
  expect(await right.scan(another)).toMatchObject({ kind: 'admit', basis: 'platform' });
  const { builtAt } = right.kiosk.state().records.snapshot;
  await right.kiosk.handlers.refreshTickets(null);
  await eventually(() =>
    expect(right.kiosk.state().records.snapshot.builtAt).toBeGreaterThan(builtAt ?? 0),
  );
  right.network.fault = () => ({ type: 'reset' });
  expect(await right.scan(code)).toMatchObject({
    ...{ kind: 'reject', basis: 'cache', reason: { code: 13 } },
  });
});

test('what is noted at one door is said of the guest at the other, and lies in no file in words', async () => {
  const { left, right, code } = await openHouse({ notesShown: true });
  const note = {
    ...{ ticketId: null, buyer: null, section: null, seat: null, barcode: code },
    ...{ kind: 'other' as const, text: 'has cancelled, be kind', mustBeSeen: false },
    day: new Date().toISOString().slice(0, 10),
  } as const;
  expect(await left.kiosk.handlers.addNote(note)).toMatchObject({ ok: true });
  const listed = async ({ kiosk }: typeof left) => valueOf(await kiosk.handlers.notes(null));
  await eventually(async () =>
    expect(await listed(right)).toMatchObject([{ text: note.text, door: 'Balcony left' }]),
  );
  const bytes = readdirSync(right.dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
  for (const secret of [note.text, code]) {
    expect(
      bytes.some((each) => each.includes(secret)),
      secret,
    ).toBe(false);
  }
  expect(await right.scan(code)).toMatchObject({ kind: 'admit', notes: [{ text: note.text }] });
  const [{ id } = { id: '' }] = await listed(right);
  expect(await right.kiosk.handlers.removeNotes({ ids: [id] })).toMatchObject({ ok: true });
  await eventually(async () => expect([await listed(left), await listed(right)]).toEqual([[], []]));
});

test('a guest comes in at one door, leaves by another, and comes in again, with the platform and without', async () => {
  const { left, right, code } = await openHouse({ reentry: 'always' });
  const isInside = (count: number) =>
    eventually(() => expect(left.kiosk.state().peers.inside).toMatchObject({ count }));
  await right.kiosk.handlers.useAsWayOut({ on: true });
  expect(right.kiosk.state().door.isWayOut).toBe(true);

  expect(await left.scan(code)).toMatchObject({ kind: 'admit', basis: 'platform' });
  await right.hears(1);
  await isInside(1);
  expect(await right.scan(code)).toMatchObject({
    kind: 'exit',
    reason: { type: 'went-out', isStray: false, mayReturn: true },
  });
  await left.hears(1);
  await isInside(0);
  expect(await left.scan(code)).toMatchObject({
    ...{ kind: 'admit', basis: 'venue', reason: { type: 'came-back' } },
  });
  await right.hears(2);
  await isInside(1);
  expect(await right.scan(code)).toMatchObject({ kind: 'exit', reason: { isStray: false } });
  await left.hears(2);
  left.network.fault = () => ({ type: 'reset' });
  expect(await left.scan(code)).toMatchObject({ kind: 'admit', reason: { type: 'came-back' } });
  expect(left.kiosk.state().records.uploads.pending, 'nothing of a return is uploaded').toBe(0);
  expect(left.kiosk.state().records.discrepancies).toBe(0);
  await right.hears(3);
  await right.kiosk.handlers.useAsWayOut({ on: false });
  expect(await right.scan(code)).toMatchObject({ kind: 'duplicate' });
});

test('of sold tickets one is scanned, however often its holder comes in again, or is let in anyway', async () => {
  const { left, right, code } = await openHouse({ reentry: 'always' });
  for (const { network } of [left, right]) network.fault = () => ({ type: 'reset' });
  const scanned = async ({ kiosk }: typeof left) => {
    const { performances } = valueOf(await kiosk.handlers.statistics({ hours: 12 }));
    return performances.reduce((sum, one) => sum + (one.scanned ?? 0), 0);
  };
  const before = [await scanned(left), await scanned(right)].map((count) => count + 1);
  await pastTheirSecond([left, right]);
  expect(await left.scan(code)).toMatchObject({ kind: 'admit', basis: 'cache' });
  await left.kiosk.handlers.useAsWayOut({ on: true });
  expect(await left.scan(code)).toMatchObject({ kind: 'exit' });
  await left.kiosk.handlers.useAsWayOut({ on: false });
  expect(await left.scan(code)).toMatchObject({ kind: 'admit', reason: { type: 'came-back' } });
  await right.hears(3);
  expect([await scanned(left), await scanned(right)]).toEqual(before);

  const { kind, entryId: id } = await right.scan(code);
  expect(kind).toBe('duplicate');
  await right.kiosk.handlers.setPin({ pin: '2580' });
  valueOf(await right.kiosk.handlers.overrule({ id, cause: 'other', words: '', shown: [] }));
  await left.hears(1);
  expect([await scanned(left), await scanned(right)]).toEqual(before);
  const { admitted = 0 } = valueOf(await left.kiosk.handlers.house(null)) ?? {};
  expect(admitted, 'in the house').toBe(1);
});

test('an admission that its door takes back was none at any door', async () => {
  const { left, right, code, another } = await openHouse();
  left.network.fault = () => ({ type: 'reset' });
  right.network.fault = () => ({ type: 'reset' });
  // The first may have reached the platform, for all that the door knows.
  await left.scan(another);
  await eventually(() => expect(left.kiosk.state().session.connection.status).toBe('offline'));
  expect(await left.scan(code)).toMatchObject({ kind: 'admit', basis: 'cache' });
  await right.hears(2);
  expect(await right.scan(code)).toMatchObject({ kind: 'duplicate', basis: 'venue' });
  const filter = { kinds: [], basis: null, source: null, uploads: [] };
  const anytime = { from: null, until: null, code: null };
  const page = valueOf(
    await left.kiosk.handlers.history({ filter: { ...filter, ...anytime }, before: null }),
  );
  const [id = '', first = ''] = page.entries.map((entry) => entry.id);
  expect(await left.kiosk.handlers.takeBack({ id: first, why: 'wrong door' })).toMatchObject({
    error: { because: 'spent' },
  });
  expect(await left.kiosk.handlers.takeBack({ id, why: 'wrong door' })).toMatchObject({ ok: true });
  await right.hears(3);
  expect(left.kiosk.state().records.uploads.pending, 'the first').toBe(1);
  expect(await right.scan(code)).toMatchObject({ kind: 'admit', basis: 'cache' });
  expect(await left.kiosk.handlers.takeBack({ id, why: 'again' })).toEqual({
    ok: false,
    error: { type: 'not-taken-back', because: 'taken-back' },
  });
});

test('whom a duty manager lets in anyway has used the ticket at all doors, until that is taken back', async () => {
  const { left, right, code } = await openHouse();
  const { handlers, mayCall } = left.kiosk;
  await left.network.cut();
  await left.scan('NO-SUCH-TICKET');
  await eventually(() => expect(left.kiosk.state().session.connection.status).toBe('offline'));
  await handlers.holdDoors({ on: true });
  await eventually(() => expect(left.kiosk.state().peers.hold.order?.isHeld).toBe(true));
  const { kind, entryId: id } = await left.scan(code);
  expect(kind).toBe('held');
  const words = 'Hermione Leontes is on stage';
  const order = { id, cause: 'other', words, shown: [] } as const;
  const stands = (because: string) => ({ error: { type: 'not-overruled', because } });
  expect(await handlers.overrule(order), 'anybody could').toMatchObject(stands('no-pin'));
  await handlers.setPin({ pin: '2580' });
  await handlers.lock(null);
  expect(mayCall('overrule')).toBe(false);
  await handlers.unlock({ pin: '2580' });
  expect(mayCall('overrule')).toBe(true);
  expect(await handlers.overrule(order)).toEqual({ ok: true, value: null });
  const letIn = await eventually(() => {
    const {
      verdict: { shown: verdict },
    } = left.kiosk.state();
    expect(verdict).toMatchObject({ kind: 'admit', basis: 'staff' });
    return verdict?.entryId ?? '';
  });
  expect(await handlers.overrule(order)).toMatchObject(stands('not-shown'));
  const numbers = valueOf(await handlers.statistics({ hours: 1 }));
  expect(numbers).toMatchObject({ admitted: 1, overruled: 1, held: 1 });
  expect(left.kiosk.state().records.uploads.pending, 'its copy calls the ticket good').toBe(1);

  await right.hears(1);
  await handlers.holdDoors({ on: false });
  await eventually(() => expect(right.kiosk.state().peers.hold.order?.isHeld).toBe(false));
  expect(await right.scan(code)).toMatchObject({ kind: 'duplicate', basis: 'venue' });
  expect(await handlers.takeBack({ id: letIn, why: 'wrong guest' })).toMatchObject({ ok: true });
  await right.hears(2);
  expect(await right.scan(code)).toMatchObject({ kind: 'admit', basis: 'platform' });
  expect(left.logger.lines.join()).not.toContain('Hermione');
  expectNowhere(left.dataDirectory, 'Hermione');
  expectNowhere(right.dataDirectory, 'Hermione');
});

test('while the doors are held no gate opens for a guest who comes, and at a way out it opens for whoever leaves', async () => {
  const device = await startHttpDevice();
  const gate = {
    ...{ name: 'Gate', pulse: 50, purpose: 'gate', follows: ['admit', 'exit'] },
    way: { type: 'http', url: `${device.url}/{verdict}` },
  };
  const { left, code } = await openHouse({ reentry: 'always', outputs: [gate] });
  const { handlers } = left.kiosk;
  const heard = () => device.heard.map(({ url }) => url).filter((url) => url !== '/');
  const hold = async (on: boolean) => {
    await handlers.holdDoors({ on });
    await eventually(() => expect(left.kiosk.state().peers.hold.order?.isHeld).toBe(on));
  };
  await hold(true);
  expect(await left.scan(code)).toMatchObject({ kind: 'held' });
  await handlers.useAsWayOut({ on: true });
  expect(await left.scan('NO-SUCH-TICKET')).toMatchObject({ kind: 'exit' });
  await eventually(() => expect(heard()).toEqual(['/exit']));
  await handlers.useAsWayOut({ on: false });
  expect(await left.scan(code)).toMatchObject({ kind: 'held' });
  await hold(false);
  expect(await left.scan(code)).toMatchObject({ kind: 'admit' });
  await eventually(() => expect(heard()).toEqual(['/exit', '/admit']));
});

test('an admission whose holder has left by another door stays, and is uploaded', async () => {
  const { left, right, code, another } = await openHouse({ reentry: 'always' });
  left.network.fault = () => ({ type: 'reset' });
  // The first may have reached the platform, for all that the door knows.
  await left.scan(another);
  await eventually(() => expect(left.kiosk.state().session.connection.status).toBe('offline'));
  expect(await left.scan(code)).toMatchObject({ kind: 'admit', basis: 'cache' });
  await right.hears(2);
  await right.kiosk.handlers.useAsWayOut({ on: true });
  expect(await right.scan(code)).toMatchObject({ kind: 'exit', reason: { isStray: false } });
  await left.hears(1);
  const filter = { kinds: [], basis: null, source: null, uploads: [] };
  const anytime = { from: null, until: null, code: null };
  const page = valueOf(
    await left.kiosk.handlers.history({ filter: { ...filter, ...anytime }, before: null }),
  );
  const id = page.entries[0]?.id ?? '';
  expect(await left.kiosk.handlers.takeBack({ id, why: 'wrong door' })).toMatchObject({
    error: { because: 'followed' },
  });
  expect(left.kiosk.state().records.uploads.pending).toBe(2);
});

test('the upload of a return is published after the admission before it is withdrawn', async () => {
  const { toLeft, left, right, code, another } = await openHouse({ reentry: 'always' });
  left.network.fault = () => ({ type: 'reset' });
  await left.scan(another);
  await eventually(() => expect(left.kiosk.state().session.connection.status).toBe('offline'));
  const { kind, entryId: id } = await left.scan(code);
  expect(kind).toBe('admit');
  await right.hears(2);
  toLeft.cut();
  await right.kiosk.handlers.useAsWayOut({ on: true });
  expect(await right.scan(code)).toMatchObject({ kind: 'exit' });
  await right.kiosk.handlers.useAsWayOut({ on: false });
  expect(await right.scan(code)).toMatchObject({ kind: 'admit', basis: 'venue' });
  expect(await left.kiosk.handlers.takeBack({ id, why: 'wrong door' })).toMatchObject({ ok: true });
  toLeft.mend();
  await left.hears(1, ['uploaded']);
});

test('a full house asks to wait, at all doors, until somebody leaves, the number is put right, or a door is out of reach, but not for one that is switched off', async () => {
  const { boxOffice, broker, left, right, code, another } = await openHouse({
    ...{ reentry: 'always', capacity: 1, capacityStops: true },
  });
  expect(await left.scan(code)).toMatchObject({ kind: 'admit' });
  await eventually(() => expect(right.kiosk.state().peers.inside?.count).toBe(1));
  expect(await right.scan(another)).toMatchObject({
    ...{ kind: 'held', basis: 'venue', reason: { type: 'house-full', capacity: 1 } },
  });
  await right.kiosk.handlers.correctInside({ by: -1, why: 'left by the stage door' });
  await eventually(() => expect(right.kiosk.state().peers.inside?.count).toBe(0));
  expect(await right.scan(another)).toMatchObject({ kind: 'admit' });
  const [, , third = ''] = boxOffice.barcodes('valid', 3);
  await eventually(() => expect(right.kiosk.state().peers.inside?.count).toBe(1));
  await left.kiosk.stop();
  await eventually(() => expect(right.kiosk.state().peers.doors).toBe(0));
  expect(right.kiosk.state().peers.inside).toMatchObject({ isAtLeast: false });
  expect(await right.scan(third)).toMatchObject({ kind: 'held' });
  // Somebody may have left by a door that cannot be heard.
  await broker.kill();
  await eventually(() => expect(right.kiosk.state().peers.inside?.isAtLeast).toBe(true));
  expect(await right.scan(third)).toMatchObject({ kind: 'admit', basis: 'platform' });
});

test('no verdict waits for a broker that says nothing any more, and what was let in is told when it speaks', async () => {
  const { toLeft, left, right, code, another } = await openHouse();
  toLeft.hang();
  expect(await left.scan(another)).toMatchObject({ kind: 'admit', basis: 'platform' });
  left.network.fault = () => ({ type: 'reset' });
  expect(await left.scan(code)).toMatchObject({ kind: 'admit', basis: 'cache' });
  expect(left.kiosk.state().peers.status, 'nobody has noticed yet').toBe('joined');
  toLeft.mend();
  await right.hears(2);
  right.network.fault = () => ({ type: 'reset' });
  expect(await right.scan(code)).toMatchObject({ kind: 'duplicate', basis: 'venue' });
});

test('what has been uploaded is known at the other doors, and how many scans are to be looked at at each', async () => {
  const { toRight, left, right, code } = await openHouse();
  toRight.cut();
  left.network.fault = () => ({ type: 'reset' });
  expect(await left.scan(code)).toMatchObject({ kind: 'admit', basis: 'cache' });
  // This door knows nothing of it, and the platform neither.
  expect(await right.scan(code)).toMatchObject({ kind: 'admit', basis: 'platform' });
  toRight.mend();
  await right.hears(1);
  for (const { kiosk } of [left, right]) {
    await eventually(() => expect(kiosk.state().records.discrepancies, 'found by both').toBe(1));
  }
  expect(await right.scan(code), 'the platform is not asked').toMatchObject({ basis: 'cache' });
  left.network.fault = () => null;
  await right.hears(1, ['uploaded']);
  expect(await right.scan(code), 'it would say no').toMatchObject({
    ...{ kind: 'duplicate', basis: 'platform' },
  });
  await eventually(async () => {
    const { doors = [] } = valueOf(await right.kiosk.handlers.house(null)) ?? {};
    expect(doors.map(({ name, discrepancies }) => [name, discrepancies])).toEqual(
      expect.arrayContaining([
        ['Balcony left', 1],
        ['Foyer right', 1],
      ]),
    );
  });
});

test('neither key nor password is in the state, in a file or in the log', async () => {
  const { left } = await openHouse();
  const { kiosk, logger, dataDirectory } = left;
  expect(JSON.stringify(kiosk.state())).not.toContain(KEY);
  expect(JSON.stringify(logger.lines)).not.toContain(KEY);
  expectNowhere(dataDirectory, KEY);
});

function expectNowhere(folder: string, text: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = files.filter((each) => each.isFile());
  expect(names.length).toBeGreaterThan(3);
  for (const { parentPath, name } of names) {
    expect(readFileSync(join(parentPath, name)).includes(text), name).toBe(false);
  }
}
