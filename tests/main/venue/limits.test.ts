import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#main/base/system-clock.ts';
import { readReport } from '#main/venue/door-report.ts';
import { readOrders } from '#main/venue/hold-orders.ts';
import { readEvent, type AnyEvent } from '#main/venue/house-event.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseReader } from '#main/venue/house-reader.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { doorMessageSchema, type DoorMessage } from '#main/venue/messages.ts';
import { VenueCount } from '#main/venue/venue-count.ts';
import { Venue } from '#main/venue/venue.ts';
import { fromHouseSchema } from '#main/venue/worker-messages.ts';
import { SALT, envelopesOf, keyOf, keysOf, numbered, originOf } from '#tests/support/door-keys.ts';
import { eventually } from '#tests/support/eventually.ts';
import { NO_COPIES } from '#tests/support/no-copies.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { EVENING, HOUSE } from '../ledger/support.ts';
import { withdrawn } from '../ledger/ticket-events.ts';
import { admission, doorReport, published } from './support/air.ts';

const HUGE = Number.MAX_SAFE_INTEGER;

const correction = (id: string, more: object = {}): AnyEvent => ({
  ...{ type: 'correction', id, door: 'Left', until: EVENING, kioskId: 'left', performanceId: 11 },
  ...{ at: EVENING, by: 3, why: 'counted', ...more },
});

function openStore() {
  const path = join(temporaryFolder(), 'house.db');
  const db = openHouseFile(path);
  const store = new HouseStore(db, keyOf('here'));
  onTestFinished(() => store.close());
  const hear = (events: readonly AnyEvent[]) =>
    store.hear({
      ...{ type: 'told', origin: 'peer', after: 0, upTo: events.length },
      events: numbered(events),
    });
  const inside = () => {
    const count = new VenueCount(store);
    count.recount();
    return count.inside(0);
  };
  return { db, path, store, hear, inside };
}

/** Something that cannot be compressed. */
const random = (length: number): string =>
  randomBytes(length).toString('base64url').slice(0, length);

/** A message that is as large as what peers have said can make it. */
function largest(id: () => string, knew: () => string): DoorMessage {
  const many = (count: number, one: () => string) => Array.from({ length: count }, one);
  const order = {
    ...{ kioskId: id(), door: random(200), isHeld: false, at: 1, count: 1, session: id() },
    signature: random(86),
  };
  return {
    ...{ type: 'have', report: null, copies: null },
    had: Object.fromEntries(many(2_000, id).map((origin) => [origin, 2 ** 32 - 1])),
    hears: many(500, id),
    hold: Array.from({ length: 16 }, () => ({ ...order, session: id(), knew: many(256, knew) })),
  };
}

/** Whether another door takes a message. */
async function isTaken(message: DoorMessage): Promise<boolean> {
  const keys = await keysOf('the same at all doors');
  const sealed = envelopesOf(keys, 'left').seal('usher/all', message);
  return envelopesOf(keys, 'right').open('usher/all', sealed).type === 'message';
}

test('what peers make a door pass on never makes its own message too large', async () => {
  const message = largest(
    () => random(100),
    () => random(22),
  );
  expect(readOrders('hold' in message ? message.hold : null)).toHaveLength(16);
  expect(await isTaken(message)).toBe(true);
  // A character of these takes three bytes.
  const wide = () => '\u4e2d'.repeat(100);
  const tooWide = largest(wide, wide);
  expect(doorMessageSchema.safeParse(tooWide).success).toBe(false);
  expect(readOrders('hold' in tooWide ? tooWide.hold : null)).toBeNull();
});

test('hands over in pieces that others take, however large the events are', async () => {
  const { store, hear } = openStore();
  const events = Array.from({ length: 600 }, (_, at) => ({
    ...correction(`large ${at}`),
    type: 'of a newer version',
    content: random(3_500),
  }));
  hear(events);
  const seen: string[] = [];
  for (let after = 0; after < 600;) {
    const piece = store.piece('peer', after);
    expect(piece.upTo).toBeGreaterThan(after);
    expect(await isTaken(piece)).toBe(true);
    seen.push(...piece.events.map(([, body]) => body));
    after = piece.upTo;
  }
  expect(seen).toEqual(events.map((event) => JSON.stringify(event)));
});

test('of a flood of notes main is told some, and those of this door and of others are among them', () => {
  const { store, hear } = openStore();
  const note = (id: string, sealed = 'AAAA'): AnyEvent => ({
    ...{ type: 'note', id, door: 'Left', until: EVENING, kioskId: 'left', sealed },
  });
  store.tell([note('z own')]);
  hear(Array.from({ length: 2_000 }, (_, at) => note(`flood ${at}`, random(3_600))));
  store.hear({
    ...{ type: 'told', origin: 'zz right', after: 0, upTo: 1 },
    events: numbered([note('z other')]),
  });
  const { notes } = store.notes();
  expect(notes.length).toBeLessThan(1_200);
  expect(notes.map(({ id }) => id)).toEqual(expect.arrayContaining(['z own', 'z other']));
});

test('withdraws an admission quickly, however many texts peers publish under its id', () => {
  const { store, hear } = openStore();
  const ticket = { ticketHash: 'one', ticketId: 7 };
  hear(Array.from({ length: 5_000 }, (_, at) => admission('left', { ...ticket, id: 'same', at })));
  const count = new VenueCount(store);
  const withdrawals = Array.from({ length: 100 }, (_, at) =>
    published(withdrawn('same', { ...ticket, id: `withdrawal ${at}` })),
  );
  store.tell(withdrawals);
  const start = performance.now();
  for (const one of withdrawals) count.takeIn([one]);
  count.catchUp();
  expect(performance.now() - start).toBeLessThan(5_000);
});

test('keeps a sum of corrections that main can read, whatever peers send', () => {
  const { hear, inside } = openStore();
  const huge = [correction('a', { by: HUGE }), correction('b', { by: HUGE })];
  const heard = hear([...huge, correction('c')]);
  expect(fromHouseSchema.safeParse({ type: 'inside', inside: inside() }).success).toBe(true);
  expect(inside().performances).toMatchObject([{ byHand: 3 }]);
  expect(heard).toMatchObject({ news: [{ id: 'c' }], malformed: 2 });
});

test('quarantines and counts stored events that no longer parse', () => {
  const { db, store, hear, inside } = openStore();
  hear([admission('left', { id: 'good', at: EVENING }), correction('fine')]);
  const bad = { ...admission('left', { id: 'bad' }), at: HUGE };
  const insert = db.prepare(
    `INSERT INTO event (origin, number, id, until, ticket_hash, kind, body, digest, signature)
     VALUES ('old', ?, ?, 1, 'a hash', ?, ?, '', '')`,
  );
  insert.run(1, 'bad', 'admitted', JSON.stringify(bad));
  const broken = correction('broken', { by: HUGE });
  insert.run(2, 'broken', 'correction', JSON.stringify(broken));
  insert.run(3, 'deep', 'admitted', '['.repeat(4_000));
  expect(store.quarantine()).toBe(3);
  expect(inside().performances).toMatchObject([{ inside: 1, byHand: 3 }]);
  expect(store.count(), 'none is lost').toBe(5);
});

test.each([
  ['time', { at: HUGE }],
  ['time to be forgotten', { until: -HUGE }],
  ['barcode', { ticketHash: 'x'.repeat(101) }],
  ['number of known events', { knew: Array.from({ length: 65 }, String) }],
  ['known event', { knew: [7] }],
])('rejects an admission with an extreme %s', (_, more) => {
  const event = admission('left');
  expect(readEvent(JSON.stringify(event))).toEqual(event);
  expect(readEvent(JSON.stringify({ ...event, ...more }))).toBeNull();
});

test('keeps an event of a type that a newer version knows', () => {
  const event = { type: 'lost-property', id: 'umbrella 1', door: 'left', until: 1, at: HUGE };
  expect(readEvent(JSON.stringify(event))).toEqual(event);
});

test.each([
  ['helpAskedAt', HUGE],
  ['offlineSince', -HUGE],
  ['waiting', 2 ** 32],
  ['discrepancies', HUGE],
])('rejects a report with an extreme %s', (name, value) => {
  expect(readReport(doorReport('left'))).not.toBeNull();
  expect(readReport({ ...doorReport('left'), [name]: value })).toBeNull();
});

test.each([
  ['number', { origin: HUGE }],
  ['list of origins', Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`${at}`, 1]))],
])('rejects a message with an extreme %s', (_, had) => {
  const message = { type: 'have', had: { origin: 1 }, hears: [], report: null, hold: null };
  expect(doorMessageSchema.safeParse({ ...message, copies: null }).success).toBe(true);
  expect(doorMessageSchema.safeParse({ ...message, had, copies: null }).success).toBe(false);
});

test('says what a door has of at most as many origins as a message may name, its own first', () => {
  const { store, hear } = openStore();
  for (let at = 0; at < 2_010; at += 1) {
    const events = numbered([admission('left')]);
    store.hear({
      type: 'told',
      origin: originOf(`door ${at % 500}`, `run ${at}`),
      after: 0,
      upTo: 1,
      events,
    });
  }
  store.tell([admission('left')]);
  hear([admission('left')]);
  expect(Object.keys(store.allHad())).toHaveLength(2_000);
  expect(store.allHad()[store.origin]).toBe(1);
});

/** So many admissions with what may be one ticket: their barcodes and numbers point at each other. */
const crowd = (count: number, ticketHash: string) =>
  Array.from({ length: count }, (_, at) =>
    admission('left', {
      ...{ at: EVENING, ticketHash: `${ticketHash} ${at % 8}`, ticketId: 900 + (at % 9) },
    }),
  );

test('reads up to 64 events of one ticket at once, and none where there are more', () => {
  const { store, hear } = openStore();
  const full = crowd(64, 'full');
  hear(full);
  expect([...store.eventsLike(full)].map((found) => found.length)).toEqual([64]);
  const [first] = crowd(1, 'full');
  const other = admission('right', { at: EVENING });
  store.tell([...(first ? [first] : []), other]);
  const crowded: string[] = [];
  const groups = [...store.eventsLike([...full, other], ({ id }) => crowded.push(id))];
  expect(groups.map((found) => found.map(({ id }) => id))).toEqual([[other.id]]);
  expect(crowded).toEqual(full.map(({ id }) => id));
});

test.each([
  ['512 events', 512, { ticketHash: 'h' }, false],
  ['more of other tickets with its barcode', 513, { ticketHash: 'h' }, true],
  ['more of its number', 513, { ticketHash: 'g', ticketId: 7 }, true],
  ['more barcodes than are looked at', 9, { ticketId: 7 }, true],
])('tells a scan whether all events of a ticket are read: %s', (_, count, alike, isCut) => {
  const { path, hear } = openStore();
  hear(Array.from({ length: count }, () => admission('left', { at: EVENING, ...alike })));
  const reader = new HouseReader(path);
  const read = reader.events(HOUSE, 'h', [7]);
  reader.close();
  expect(read.isCut).toBe(isCut);
});

test('survives a message of its thread that it cannot read', async () => {
  const workerEntry = join(temporaryFolder(), 'thread.mjs');
  writeFileSync(
    workerEntry,
    `import { parentPort } from 'node:worker_threads';
     const group = { performanceId: 1, inside: 2 ** 60, strayExits: 0, byHand: 0 };
     parentPort.postMessage({ type: 'inside', inside: { performances: [group], hasExits: false } });
     parentPort.on('message', ({ type }) => { if (type === 'end') process.exit(); });`,
  );
  const logger = new RecordingLogger();
  const venue = new Venue({
    setup: {
      broker: { url: 'mqtt://localhost:1', user: null, password: null, ca: null },
      passphrase: 'the same at all doors',
      salt: SALT,
      brokerHere: null,
    },
    ...{ clock: systemClock, logger, workerEntry, key: keyOf('left'), copies: NO_COPIES },
    path: join(temporaryFolder(), 'house.db'),
    name: () => 'Left',
    ledger: () => null,
    startOf: () => null,
    platformClock: { now: () => EVENING, isKnown: () => true, beyondDispute: () => EVENING },
    ownNotes: () => [],
    onNotesEnded: () => undefined,
    onOrphans: () => undefined,
    onChange: () => undefined,
  });
  onTestFinished(() => venue.end());
  await venue.start();
  await eventually(() => expect(logger.lines.join('\n')).toContain('inside.performances.0.inside'));
  expect(venue.inside).toBeNull();
});
