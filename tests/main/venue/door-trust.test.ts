import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DoorRegister } from '#main/venue/door-register.ts';
import { DoorTrust } from '#main/venue/door-trust.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseReader } from '#main/venue/house-reader.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { VenueCount } from '#main/venue/venue-count.ts';
import { MINUTE } from '#shared/time.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { HOUSE } from '../ledger/support.ts';
import { admission, doorReport } from './support/air.ts';

const NOW = Date.UTC(2026, 10, 21, 19);

function openTrust(folder = temporaryFolder()) {
  const path = join(folder, 'house.db');
  const db = openHouseFile(path);
  const store = new HouseStore(db);
  const clock = new FakeClock();
  let changes = 0;
  const trust = new DoorTrust({ db, clock, now: () => NOW, onChange: () => (changes += 1) });
  trust.joined();
  const reader = new HouseReader(path);
  onTestFinished(() => {
    reader.close();
    store.close();
  });
  const last = new Map<string, number>();
  /** A door tells of admissions, each with a ticket of its own. */
  const tell = (origin: string, count: number, more: object = {}, isAnswer = false) => {
    const after = last.get(origin) ?? 0;
    const events = Array.from({ length: count }, () => admission(origin, { at: NOW, ...more }));
    last.set(origin, after + count);
    const { news } = store.hear({
      ...{ type: 'told', origin, after, upTo: after + count },
      events: events.map((event, at) => [after + at + 1, JSON.stringify(event)]),
    });
    trust.heard(origin, news, isAnswer);
    return events;
  };
  const told = (ticketHash: string) => reader.events(HOUSE, ticketHash, []).events;
  return { folder, db, store, clock, trust, tell, told, changes: () => changes };
}

const groupOf = ({ trust }: ReturnType<typeof openTrust>) => trust.doubted[0]?.group ?? NaN;

test('a door that tells of more than 600 admissions within ten minutes is suspicious', () => {
  const { trust, tell, changes } = openTrust();
  tell('left', 600);
  expect(trust.doubted).toEqual([]);
  tell('left', 1);
  expect(trust.doubted).toMatchObject([{ why: 'many', doors: 1, count: 601, since: NOW }]);
  expect(changes()).toBe(1);
});

test('as many admissions over a longer time are not suspicious', async () => {
  const { clock, trust, tell } = openTrust();
  for (let step = 0; step < 12; step += 1) {
    tell('left', 290);
    await clock.advance(5 * MINUTE + 1);
  }
  expect(trust.doubted).toEqual([]);
});

test('what a door that has just joined catches up on is not suspicious', async () => {
  const { clock, trust, tell } = openTrust();
  tell('left', 500, {}, true);
  tell('left', 500, {}, true);
  expect(trust.doubted).toEqual([]);
  await clock.advance(11 * MINUTE);
  tell('made up', 601, {}, true);
  expect(trust.doubted, 'it has nothing to catch up on any more').toHaveLength(1);
});

test('what a known door has let in while it was away is not suspicious', async () => {
  const { clock, trust, tell } = openTrust();
  tell('left', 1);
  await clock.advance(60 * MINUTE);
  trust.returned('left');
  tell('left', 900, {}, true);
  expect(trust.doubted).toEqual([]);
});

test('many new doors with few admissions each are suspicious together', async () => {
  const opened = openTrust();
  const { clock, trust, tell } = opened;
  tell('old', 10);
  await clock.advance(11 * MINUTE);
  for (let door = 0; door < 302; door += 1) tell(`made up ${door}`, 2);
  expect(trust.doubted).toMatchObject([{ why: 'new', doors: 302, count: 604, name: '' }]);
  tell('made up later', 1);
  expect(trust.doubted).toMatchObject([{ doors: 303 }]);
  const origins = trust.disregard(groupOf(opened));
  expect(origins).toHaveLength(303);
  expect(origins).not.toContain('old');
});

test('a new door is not blamed for another one that floods', () => {
  const { trust, tell } = openTrust();
  tell('right', 20);
  for (let at = 0; at < 50; at += 1) tell('left', 100);
  expect(trust.doubted).toMatchObject([{ why: 'many', doors: 1 }]);
});

test('a kiosk that was known and is restarted is not new', () => {
  const folder = temporaryFolder();
  const before = openTrust(folder);
  const register = new DoorRegister(before.db);
  for (const origin of ['left', 'right', 'balcony']) {
    register.hear({ origin, heardAt: NOW, report: doorReport(origin) }, () => false);
  }
  const { db, trust, tell } = openTrust(folder);
  for (const kioskId of ['left', 'right', 'balcony']) {
    const report = doorReport(kioskId);
    new DoorRegister(db).hear({ origin: `${kioskId} again`, heardAt: NOW, report }, () => false);
    tell(`${kioskId} again`, 300);
    tell(`${kioskId} again`, 300);
  }
  expect(trust.doubted).toEqual([]);
});

test('a door that the platform contradicts ten times within ten minutes is suspicious', () => {
  const { trust, tell } = openTrust();
  const claimed = tell('left', 10, { by: 'platform' });
  const admitted = claimed.map(({ id, ...one }) =>
    admission('here', { ...one, kioskId: 'here', by: 'platform', knew: [id] }),
  );
  trust.happenedHere(admitted.slice(1));
  expect(trust.doubted).toEqual([]);
  trust.happenedHere(admitted.slice(0, 1));
  expect(trust.doubted).toMatchObject([{ why: 'contradicted', count: 10 }]);
});

test('a claim is doubted only while no other door makes it', () => {
  const { tell, told, store } = openTrust();
  const [one] = tell('left', 601);
  const { ticketHash = '' } = one ?? {};
  expect(told(ticketHash)).toMatchObject([{ isDoubted: true }]);
  const events: [number, string][] = [[1, JSON.stringify(one)]];
  store.hear({ type: 'told', origin: 'right', after: 0, upTo: 1, events });
  expect(told(ticketHash)).toHaveLength(1);
  expect(told(ticketHash)[0]).not.toHaveProperty('isDoubted');
});

test('what a disregarded door claims is in no evidence, count or list, until it is undone', () => {
  const opened = openTrust();
  const { store, trust, tell, told } = opened;
  const ticket = { ticketHash: 'one ticket', ticketId: 7 };
  const [own] = tell('right', 1, ticket);
  tell('left', 300, ticket);
  tell('left', 301);
  const seen = () => {
    const count = new VenueCount(store);
    count.recount();
    const { admitted } = count.figures(NOW + 1, null, () => false);
    return {
      told: told('one ticket').length,
      inside: count.inside(NOW - 1).performances.reduce((sum, { inside }) => sum + inside, 0),
      admitted: admitted.reduce((sum, group) => sum + group.count, 0),
      like: [...store.eventsLike(own === undefined ? [] : [own])].flat().length,
      inConflict: count.inConflict().size,
    };
  };
  const before = seen();
  // So many are not read at once.
  expect(before).toMatchObject({ told: 301, like: 0 });
  expect(before.inConflict).toBeGreaterThan(0);
  trust.disregard(groupOf(opened));
  expect(seen()).toEqual({ told: 1, inside: 1, admitted: 1, like: 1, inConflict: 0 });
  expect(store.count(), 'all of it is kept').toBe(602);
  expect(store.piece('left', 0).events, 'and passed on').toHaveLength(500);
  expect(tell('left', 1)).toHaveLength(1);
  trust.believe(groupOf(opened));
  expect(seen(), 'another guest came').toEqual({
    ...before,
    inside: before.inside + 1,
    admitted: before.admitted + 1,
  });
});

test('a door stays disregarded over a restart, and an undo is final', () => {
  const opened = openTrust();
  opened.tell('left', 601);
  opened.trust.disregard(groupOf(opened));
  const again = openTrust(opened.folder);
  expect(again.trust.doubted).toMatchObject([{ isDisregarded: true, doors: 1 }]);
  again.trust.believe(groupOf(again));
  expect(again.trust.doubted).toEqual([]);
  again.tell('left', 700);
  expect(openTrust(opened.folder).trust.doubted).toEqual([]);
});
