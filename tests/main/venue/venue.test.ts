import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { expect, onTestFinished, test as unitTest } from 'vitest';
import { createPlatformClock } from '#main/base/platform-clock.ts';
import { systemClock } from '#main/base/system-clock.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import { Topics } from '#main/venue/topics.ts';
import type { VenuePorts, VenueSetup } from '#main/venue/venue.ts';
import { Venue } from '#main/venue/venue.ts';
import { SALT, envelopesOf, idOf, keyOf, keysOf, originOf } from '#tests/support/door-keys.ts';
import { NO_COPIES } from '#tests/support/no-copies.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { eventually } from '#tests/support/eventually.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { WORKERS } from '#tests/support/workers.ts';
import { EVENING, HOUSE, offlineAdmission, opened, recorded, valueOf } from '../ledger/support.ts';
import { doorReport } from './support/air.ts';
import { lacksMosquitto, startBroker } from './support/broker.ts';

const test = unitTest.skipIf(lacksMosquitto);

interface TestDoor {
  readonly venue: Venue;
  readonly ledger: Ledger;
  /** Records an admission; returns its id. */
  readonly letIn: (changes: Partial<Parameters<typeof offlineAdmission>[0]>) => string;
  /** The ids of returns of which the platform will never hear. */
  readonly orphans: readonly string[];
  end(): Promise<void>;
}

interface DoorOptions extends Partial<
  Pick<VenuePorts, 'clock' | 'platformClock' | 'logger' | 'onNotesEnded' | 'onChange' | 'copies'>
> {
  readonly folder?: string;
  readonly passphrase?: string;
}

/** A door with a real ledger and the real thread, that follows what changes as the kiosk does. */
async function openDoor(
  kioskId: string,
  url: string,
  { folder = temporaryFolder(), passphrase = 'the same at all doors', ...more }: DoorOptions = {},
): Promise<TestDoor> {
  const { ledger } = opened(join(folder, 'ledger.db'), { kioskId: idOf(kioskId) });
  const setup: VenueSetup = {
    broker: { url, user: null, password: null, ca: null },
    passphrase,
    salt: SALT,
    brokerHere: null,
  };
  const orphans: string[] = [];
  const venue: Venue = new Venue({
    ...{ setup, clock: systemClock, logger: new RecordingLogger() },
    workerEntry: WORKERS.house,
    path: join(folder, 'house.db'),
    key: keyOf(kioskId),
    name: () => `Door ${kioskId}`,
    ledger: () => ledger,
    startOf: () => null,
    platformClock: { now: () => EVENING, isKnown: () => true, beyondDispute: () => EVENING },
    copies: NO_COPIES,
    ownNotes: () => [],
    onNotesEnded: () => undefined,
    onOrphans: (ids) => orphans.push(...ids),
    onChange: () => venue.follow(),
    ...more,
  });
  await venue.start();
  let ending: Promise<void> | null = null;
  const end = (): Promise<void> => (ending ??= venue.end());
  onTestFinished(end);
  const letIn: TestDoor['letIn'] = (changes) =>
    recorded(ledger, offlineAdmission({ id: keyOf(kioskId).newId(), ...changes }));
  return { venue, ledger, letIn, orphans, end };
}

const isJoined = ({ venue }: TestDoor) => eventually(() => expect(venue.state.trouble).toBeNull());
const elsewhere = ({ venue, ledger }: TestDoor, code: string, ...ticketIds: readonly number[]) =>
  venue
    .events(HOUSE, code, ticketIds)
    .events.filter((event) => !ledger.has('of' in event ? (event.of ?? event.id) : event.id));

test('a guest who came in at one door is known at the other, by which door, and until the platform knows', async () => {
  const { url } = await startBroker();
  const [left, right] = [await openDoor('left', url), await openDoor('right', url)];
  await Promise.all([isJoined(left), isJoined(right)]);
  const id = left.letIn({ code: 'A1' });
  left.venue.follow();
  await eventually(() => expect(elsewhere(right, 'A1')).toHaveLength(1));
  expect(elsewhere(right, 'A1')).toMatchObject([
    { kind: 'admitted', by: 'snapshot', id, door: 'Door left', ticketId: 501, performanceId: 31 },
  ]);
  // The same ticket under another barcode; not another ticket, nor its own admission.
  expect(elsewhere(right, 'B7', 501)).toHaveLength(1);
  expect(elsewhere(right, 'B7', 502)).toEqual([]);
  expect(elsewhere(left, 'A1', 501)).toEqual([]);

  valueOf(left.ledger.uploads.markSent([id], EVENING));
  valueOf(left.ledger.uploads.markRecorded([id], EVENING));
  left.venue.follow();
  await eventually(() =>
    expect(elsewhere(right, 'A1')).toMatchObject([{ id }, { kind: 'uploaded', of: id }]),
  );
});

test('tells the kiosk of a flood of changes at other doors a few times only, and in the end of the last one', async () => {
  const { url } = await startBroker();
  let [changes, news] = [0, 0];
  const left = await openDoor('left', url, {
    onChange: () => (changes += 1),
    copies: { ...NO_COPIES, onNews: () => (news += 1) },
  });
  await isJoined(left);
  const keys = await keysOf('the same at all doors');
  const { all } = new Topics(keys);
  const client = await connectAsync(url);
  onTestFinished(() => void client.end(true));
  const own = new Promise<string>((resolve) => {
    const listening = envelopesOf(keys, 'listener');
    client.on('message', (topic, sealed) => {
      const opened = listening.open(topic, sealed);
      if (opened.type === 'message' && opened.from !== originOf('peer')) resolve(opened.from);
    });
  });
  await client.subscribeAsync(all);
  const peer = envelopesOf(keys, 'peer');
  const nothing = { had: {}, hears: [], report: null, hold: null, copies: null };
  // It answers whoever has just come.
  await client.publishAsync(all, peer.seal(all, { type: 'have', ...nothing }));
  const hears = [await own];
  const flood = 1_000;
  [changes, news] = [0, 0];
  const start = performance.now();
  for (let at = 1; at <= flood; at += 1) {
    const report = doorReport('peer', { helpAskedAt: at });
    const copies = { held: [], claims: [{ tickets: 'all', user: null, id: `claim ${at}` }] };
    await client.publishAsync(
      all,
      peer.seal(all, { type: 'have', ...nothing, hears, report, copies }),
    );
  }
  await eventually(() => expect(left.venue.state.calls).toMatchObject([{ askedAt: flood }]));
  const most = 20 + (performance.now() - start) / 50;
  expect(most, 'it is fast enough to be a flood').toBeLessThan(flood / 4);
  expect(changes).toBeLessThan(most);
  expect(news).toBeLessThan(most);
});

test('what was let in while the house could not be reached is told when it can', async () => {
  const broker = await startBroker();
  const folder = temporaryFolder();
  const before = await openDoor('left', broker.url, { folder });
  await isJoined(before);
  await broker.kill();
  for (let guest = 0; guest < 60; guest += 1) {
    before.letIn({ code: `A${guest}` });
    before.venue.follow();
  }
  await before.end();
  before.ledger.close();
  const after = await openDoor('left', broker.url, { folder });
  const right = await openDoor('right', broker.url);
  await broker.start();
  await eventually(() => expect(elsewhere(right, 'A59')).toHaveLength(1));
  for (let guest = 0; guest < 60; guest += 1) {
    await eventually(() => expect(elsewhere(right, `A${guest}`)).toHaveLength(1));
  }
  await after.end();
});

test('without a broker the door is as it was, and says so', async () => {
  const broker = await startBroker();
  await broker.kill();
  const left = await openDoor('left', broker.url);
  await eventually(() => expect(left.venue.state.trouble).toBe('unreachable'));
  expect(elsewhere(left, 'A1')).toEqual([]);
});

test('two kiosks from one copied disk tell each other of their guests, too', async () => {
  const { url } = await startBroker();
  const original = temporaryFolder();
  const first = await openDoor('the same', url, { folder: original });
  const before = first.letIn({ code: 'A1' });
  await first.end();
  first.ledger.close();
  const copy = temporaryFolder();
  cpSync(original, copy, { recursive: true });
  const left = await openDoor('the same', url, { folder: original });
  const right = await openDoor('the same', url, { folder: copy });
  await Promise.all([isJoined(left), isJoined(right)]);
  const id = left.letIn({ code: 'B2' });
  left.venue.follow();
  await eventually(() => expect(elsewhere(right, 'B2')).toMatchObject([{ id }]));
  // What both have from before is nobody else's.
  expect(before).not.toBe('');
  expect(elsewhere(right, 'A1')).toEqual([]);
});

test.each([false, true])(
  'both doors list a ticket that both admitted while cut off; possibly because of an exit: %s',
  async (isPossible) => {
    const broker = await startBroker();
    const left = await openDoor('left', broker.url);
    const right = await openDoor('right', broker.url);
    await Promise.all([isJoined(left), isJoined(right)]);
    await broker.kill();
    if (isPossible) {
      const reason = { type: 'went-out', isStray: true, mayReturn: true, until: null } as const;
      left.letIn({ kind: 'exit', basis: 'venue', reason });
    }
    const [byLeft, byRight] = [left, right].map(({ venue, letIn }, at) => {
      const id = letIn({ code: 'A1' });
      const ticketIds = { ticketId: 600 + at, performanceId: 31 };
      letIn({ code: `only at ${at}`, ticketIds });
      venue.follow();
      return id;
    });
    await broker.start();
    const listed = ({ ledger }: TestDoor) =>
      ledger
        .toAcknowledge({ limit: 10 })
        .map(({ id, twoDoors }) => ({ id, other: twoDoors?.other }));
    const seen = (door: string) => ({ door: `Door ${door}`, at: EVENING, isPossible });
    await eventually(() => expect(listed(left)).toEqual([{ id: byLeft, other: seen('right') }]));
    await eventually(() => expect(listed(right)).toEqual([{ id: byRight, other: seen('left') }]));
  },
);

test('the house is seen from any door: who is there, and how many came in at each', async () => {
  const { url } = await startBroker();
  const left = await openDoor('left', url);
  const right = await openDoor('right', url);
  await Promise.all([isJoined(left), isJoined(right)]);
  for (const code of ['A1', 'A2']) left.letIn({ code });
  left.venue.follow();
  left.venue.report(doorReport('left'));
  right.venue.report(doorReport('right'));
  await eventually(async () => {
    const seen = await right.venue.look();
    expect(seen?.figures.admitted).toEqual([
      { kioskId: idOf('left'), performanceId: 31, count: 2 },
    ]);
    expect(seen?.doors).toHaveLength(2);
  });
  await eventually(async () => expect((await left.venue.look())?.doors).toHaveLength(2));
  await right.end();
  expect(await right.venue.look()).toBeNull();
  expect((await left.venue.look())?.doors, 'it fell silent').toHaveLength(2);
});

test('a hold outlives the thread and the kiosk', async () => {
  const { url } = await startBroker();
  const folder = temporaryFolder();
  const before = await openDoor('left', url, { folder });
  await isJoined(before);
  expect(before.venue.orderHold(true)).toBe(true);
  const order = { count: 1, kioskId: idOf('left'), door: 'Door left', isHeld: true, at: EVENING };
  await eventually(() => expect(before.venue.state.hold.order).toEqual(order));
  await before.end();
  before.ledger.close();
  const after = await openDoor('left', url, { folder });
  await eventually(() => expect(after.venue.state.hold.order).toEqual(order));
  expect(after.venue.endHoldHere()).toBe(true);
  await eventually(() => expect(after.venue.state.hold.isEndedHere).toBe(true));
  await after.end();
  expect(after.venue.orderHold(false), 'it has ended').toBe(false);
});

test('one answer with a wrong date makes no door forget whom the house let in this evening', async () => {
  const { url } = await startBroker();
  const clock = new FakeClock();
  const platformClock = createPlatformClock(clock);
  const left = await openDoor('left', url);
  const right = await openDoor('right', url, { clock, platformClock });
  left.letIn({ code: 'A1' });
  left.venue.follow();
  await eventually(() => expect(elsewhere(right, 'A1')).toHaveLength(1));
  // A router that asks for a password, and has never been told the time.
  const serverDate = clock.now() + 30 * DAY;
  platformClock.note({ serverDate, roundTrip: 10, receivedAt: clock.steady() });
  await clock.advance(20 * MINUTE);
  // The thread answers after it has forgotten.
  await right.venue.look();
  expect(elsewhere(right, 'A1')).toHaveLength(1);
});

test('a door that leaves the broker ends without an error', async () => {
  const { url } = await startBroker();
  const logger = new RecordingLogger();
  const door = await openDoor('left', url, { logger });
  await isJoined(door);
  await door.end();
  expect(logger.lines).toEqual([]);
});

test('the thread drops a message of its own kiosk that it cannot read, and goes on', async () => {
  const { url } = await startBroker();
  const logger = new RecordingLogger();
  const [left, right] = [await openDoor('left', url, { logger }), await openDoor('right', url)];
  await Promise.all([isJoined(left), isJoined(right)]);
  const openFor = { scope: 'production' as const, name: 'x'.repeat(501), start: null };
  left.venue.report(doorReport('left', { openFor }));
  left.letIn({ code: 'A1' });
  left.venue.follow();
  await eventually(() => expect(elsewhere(right, 'A1')).toHaveLength(1));
  expect(logger.lines.join('\n')).toContain('report.openFor.name');
  expect(logger.lines.join('\n')).not.toContain('has failed');
});

test('publishes the other events of a message with an unreadable one', async () => {
  const { url } = await startBroker();
  const logger = new RecordingLogger();
  const ended: string[] = [];
  const left = await openDoor('left', url, { logger });
  const right = await openDoor('right', url, { onNotesEnded: (ids) => ended.push(...ids) });
  await Promise.all([isJoined(left), isJoined(right)]);
  left.venue.notes.end(['x'.repeat(200), 'short'].map((id) => ({ id, until: EVENING })));
  await eventually(() => expect(ended).toContain('short'));
  expect(logger.lines.join('\n')).toContain('"fields":"events"');
});
