import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DoorRegister } from '#main/venue/door-register.ts';
import type { AnyEvent } from '#main/venue/house-event.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseReader } from '#main/venue/house-reader.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import type { QuotaLimits } from '#main/venue/quotas.ts';
import { VenueCount } from '#main/venue/venue-count.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { keyOf, numbered, originOf } from '#tests/support/door-keys.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { EVENING } from '../ledger/support.ts';
import { admission, Air, doorReport } from './support/air.ts';

const PLENTY: QuotaLimits = {
  events: 1e6,
  bytes: 1e9,
  runs: 1e6,
  origins: 1e6,
  doors: 1e6,
  disk: 1e9,
};

function openStore(limits: Partial<QuotaLimits> = {}) {
  const path = join(temporaryFolder(), 'house.db');
  const db = openHouseFile(path);
  const store = new HouseStore(db, keyOf('here'), () => EVENING, { ...PLENTY, ...limits });
  onTestFinished(() => store.close());
  const hear = (origin: string, events: readonly AnyEvent[], after = store.had(origin)) =>
    store.hear({
      ...{ type: 'told', origin, after, upTo: after + events.length },
      events: numbered(events, after),
    });
  return { db, path, store, hear };
}

const until = EVENING + DAY;
const guest = (more: object = {}) => admission('left', { at: EVENING, until, ...more });

test('drops and counts what is over the quota of events of one door', () => {
  const { store, hear } = openStore({ events: 2 });
  hear('left', [guest(), guest()]);
  expect(hear('left', [guest(), guest(), guest()])).toMatchObject({ overQuota: 3, news: [] });
  expect(store.had('left'), 'it still lacks them').toBe(2);
  expect(hear('right', [guest()]), 'of another door').toMatchObject({ overQuota: 0 });
  store.tell([guest(), guest(), guest()]);
  expect(store.count()).toBe(6);
});

test.each([
  ['bytes of one door', { bytes: 200 }, originOf('left')],
  ['doors', { doors: 1 }, 'right'],
  ['runs of one door', { runs: 1 }, originOf('left', 'another run')],
  ['runs of all new doors', { origins: 1 }, 'right'],
  ['disk', { disk: 4_096 }, 'right'],
])('drops what is over the quota of %s', (_, limits, next) => {
  const { hear } = openStore(limits);
  hear(originOf('left'), [guest()]);
  expect(hear(next, [guest()])).toMatchObject({ overQuota: 1 });
});

test('counts doors of which nothing is stored', () => {
  const told = { type: 'told' as const, after: 0, upTo: 9, events: [] };
  const { store } = openStore({ doors: 2 });
  for (const origin of ['a', 'b', 'c', 'd']) store.hear({ ...told, origin });
  expect(['a', 'b', 'c', 'd'].map((origin) => store.had(origin))).toEqual([9, 9, 0, 0]);
});

test('keeps room for doors that are known for a day, whatever new ones take', () => {
  const { db, store, hear } = openStore({ doors: 2 });
  const register = new DoorRegister(db);
  const report = doorReport('left');
  register.hear({ origin: originOf('left'), heardAt: EVENING - DAY, report }, () => false);
  for (const name of ['made up', 'made up, too']) {
    const door = { origin: originOf(name), heardAt: EVENING, report: doorReport(name) };
    register.hear(door, () => false);
    expect(hear(door.origin, [guest()])).toMatchObject({ overQuota: 0 });
  }
  store.forget(EVENING);
  expect(hear(originOf('made up, again'), [guest()])).toMatchObject({ overQuota: 1 });
  expect(hear(originOf('left'), [guest()])).toMatchObject({ overQuota: 0 });
});

test('has room again after events were forgotten and after a restart', () => {
  const { db, store, hear } = openStore({ events: 2 });
  hear('left', [guest({ until: EVENING - 1 }), guest()]);
  const restarted = new HouseStore(db, keyOf('here'), () => EVENING, { ...PLENTY, events: 2 });
  expect([store.isFull('left'), restarted.isFull('left')]).toEqual([true, true]);
  store.forget(EVENING);
  expect(store.isFull('left')).toBe(false);
  expect(hear('left', [guest()])).toMatchObject({ overQuota: 0 });
});

test('stops asking for events while it has no room for them', async () => {
  const clock = new FakeClock();
  const [air, folder] = [new Air(clock), temporaryFolder()];
  const left = air.open(folder, 'left');
  const right = air.open(folder, 'right', undefined, { ...PLENTY, events: 2 });
  onTestFinished(() => [left, right].forEach((door) => door.close()));
  const events = [guest({ until: 1 }), guest({ until: 1 }), guest()];
  for (const event of events) left.exchange.tell([event]);
  await clock.advance(MINUTE);
  expect(right.ids()).toHaveLength(2);
  const before = air.messages;
  await clock.advance(MINUTE);
  // Two doors that say what they have every 15 seconds, and nothing else.
  expect(air.messages - before).toBeLessThanOrEqual(2 * 5);
  for (const door of [left, right]) door.store.forget(2);
  await clock.advance(MINUTE);
  expect(right.ids()).toEqual([events[2]?.id]);
});

test.each([
  ['after tomorrow', EVENING + 2 * DAY],
  ['years ago', EVENING - 500 * DAY],
])('keeps an event of %s with the time of receipt, and hands it on as it was told', (_, at) => {
  const { path, store, hear } = openStore();
  const odd = guest({ at, until: EVENING + 500 * DAY });
  expect(hear('left', [odd, guest()])).toMatchObject({
    oddTimes: 1,
    news: [{ id: odd.id, at: EVENING }, { at: EVENING }],
  });
  const reader = new HouseReader(path);
  const client = { baseUrl: odd.baseUrl, clientId: odd.clientId };
  const { events } = reader.events(client, odd.ticketHash, []);
  reader.close();
  expect(events).toMatchObject([{ id: odd.id, at: EVENING }]);
  expect([...store.eventsLike([odd])]).toMatchObject([[{ at: EVENING }]]);
  expect(store.piece('left', 0).events[0]?.[1]).toBe(JSON.stringify(odd));
  store.forget(EVENING + 4 * DAY);
  expect(store.count()).toBe(0);
});

test('counts a correction of an impossible time from its receipt on, also after a restart', () => {
  const { store, hear } = openStore();
  const odd = { type: 'correction', id: 'odd', door: 'Left', until, kioskId: 'left', by: 3 };
  const { news } = hear('left', [
    { ...odd, performanceId: 11, at: EVENING + 500 * DAY, why: 'counted' },
  ]);
  const [count, restarted] = [new VenueCount(store), new VenueCount(store)];
  count.takeIn(news);
  restarted.recount();
  for (const each of [count, restarted]) {
    expect(each.inside(EVENING - 1).performances).toMatchObject([{ byHand: 3 }]);
    expect(each.inside(EVENING).performances).toEqual([]);
  }
});

test('a scan reads little of a ticket about which peers tell very much, and takes none of it for certain', () => {
  const { path, hear } = openStore();
  const ofTicket = { ticketHash: 'one', ticketId: 7, until: EVENING + DAY };
  const claims = Array.from({ length: 2_000 }, (_, at) => guest({ ...ofTicket, at: EVENING + at }));
  hear('left', claims);
  const reader = new HouseReader(path);
  const { baseUrl, clientId } = guest();
  const { events, isCut } = reader.events({ baseUrl, clientId }, 'one', [7]);
  expect(events.length).toBeGreaterThan(0);
  expect(events.length).toBeLessThanOrEqual(600);
  expect(events.every(({ isDoubted }) => isDoubted === true)).toBe(true);
  expect(isCut).toBe(true);
  reader.close();
});

test('judges no time before the platform has told its own', () => {
  const store = new HouseStore(openHouseFile(join(temporaryFolder(), 'house.db')), keyOf('here'));
  onTestFinished(() => store.close());
  const event = guest({ at: EVENING + 500 * DAY });
  const events = numbered([event]);
  expect(store.hear({ type: 'told', origin: 'left', after: 0, upTo: 1, events })).toMatchObject({
    ...{ oddTimes: 0, news: [{ at: event.at }] },
  });
});

test('remembers the 1,000 doors that are known for longest', () => {
  const { db } = openStore();
  const register = new DoorRegister(db);
  for (let door = 0; door < 1_003; door += 1) {
    const report = doorReport(`kiosk ${door}`);
    register.hear({ origin: `run ${door}`, heardAt: door, report }, () => false);
  }
  expect(register.all()).toHaveLength(1_000);
  expect(Math.max(...register.all().map(({ heardAt }) => heardAt))).toBe(999);
});
