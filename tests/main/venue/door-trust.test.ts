import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { disregardedDoors } from '#main/venue/disregards.ts';
import { DoorRegister } from '#main/venue/door-register.ts';
import { DoorTrust } from '#main/venue/door-trust.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import type { AnyEvent } from '#main/venue/house-event.ts';
import { HouseReader } from '#main/venue/house-reader.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import type { Told } from '#main/venue/messages.ts';
import { VenueCount } from '#main/venue/venue-count.ts';
import type { JudgedDoors } from '#shared/model/venue.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { idOf, keyOf, numbered, originOf } from '#tests/support/door-keys.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { HOUSE } from '../ledger/support.ts';
import { admission, doorReport } from './support/air.ts';

const NOW = Date.UTC(2026, 10, 21, 19);

function openTrust(folder = temporaryFolder(), name = 'here') {
  const key = keyOf(name);
  const path = join(folder, 'house.db');
  const db = openHouseFile(path);
  const store = new HouseStore(db, key);
  const clock = new FakeClock();
  let changes = 0;
  const trust = new DoorTrust({
    ...{ db, key, name: () => name, clock, now: () => NOW },
    onChange: () => (changes += 1),
  });
  trust.joined();
  const reader = new HouseReader(path);
  onTestFinished(() => {
    reader.close();
    store.close();
  });
  const last = new Map<string, number>();
  /** A door tells of admissions, each with a ticket of its own. */
  const tell = (from: string, count: number, more: object = {}, isAnswer = false, run = 'run') => {
    const origin = originOf(from, run);
    const after = last.get(origin) ?? 0;
    const events = Array.from({ length: count }, () => admission(from, { at: NOW, ...more }));
    last.set(origin, after + count);
    const { news } = store.hear({
      ...{ type: 'told', origin, after, upTo: after + count },
      events: numbered(events, after),
    });
    trust.heard(idOf(from), news, isAnswer);
    return events;
  };
  const told = (ticketHash: string) => reader.events(HOUSE, ticketHash, []).events;
  /** What the thread does when people decide. */
  const judge = (events: readonly AnyEvent[]) => {
    const telling = store.tell(events);
    trust.judge();
    return telling?.told;
  };
  const disregard = (judged: JudgedDoors) => judge(trust.disregard(judged));
  const believe = (judged: JudgedDoors) => judge(trust.believe(judged));
  /** Hears what another door has decided. */
  const hear = (decided: Told | undefined) => {
    if (decided !== undefined) store.hear(decided);
    return trust.judge();
  };
  return {
    folder,
    disregard,
    believe,
    hear,
    db,
    store,
    clock,
    trust,
    tell,
    told,
    changes: () => changes,
  };
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

test('a short drop after a long one leaves nothing to catch up on', async () => {
  const { clock, trust, tell } = openTrust();
  trust.left();
  await clock.advance(2 * MINUTE);
  trust.joined();
  await clock.advance(11 * MINUTE);
  trust.left();
  await clock.advance(MINUTE / 2);
  trust.joined();
  tell('made up', 601, {}, true);
  expect(trust.doubted).toHaveLength(1);
});

test('what a known door has let in while it was away is not suspicious', async () => {
  const { clock, trust, tell } = openTrust();
  tell('left', 1);
  await clock.advance(60 * MINUTE);
  trust.returned(idOf('left'));
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
  opened.disregard({ group: groupOf(opened) });
  expect(trust.doubted).toMatchObject([{ isDisregarded: true, doors: 303 }]);
  expect(trust.isDisregarded(idOf('old'))).toBe(false);
});

test('a new door is not blamed for another one that floods', () => {
  const { trust, tell } = openTrust();
  tell('right', 20);
  for (let at = 0; at < 50; at += 1) tell('left', 100);
  expect(trust.doubted).toMatchObject([{ why: 'many', doors: 1 }]);
});

test('a first new door is not suspicious after admissions of known doors', async () => {
  const { clock, trust, tell } = openTrust();
  tell('left', 1);
  await clock.advance(11 * MINUTE);
  tell('left', 1);
  tell('right', 1);
  expect(trust.doubted).toEqual([]);
});

test('a kiosk that was known and is restarted is not new', () => {
  const folder = temporaryFolder();
  const before = openTrust(folder);
  const register = new DoorRegister(before.db);
  for (const name of ['left', 'right', 'balcony']) {
    const door = { origin: originOf(name), heardAt: NOW, report: doorReport(name) };
    register.hear(door, () => false);
  }
  const { trust, tell } = openTrust(folder);
  for (const name of ['left', 'right', 'balcony']) {
    tell(name, 300, {}, false, 'another run');
    tell(name, 300, {}, false, 'another run');
  }
  expect(trust.doubted).toEqual([]);
});

test('a door that the platform contradicts ten times within ten minutes is suspicious', () => {
  const { trust, tell } = openTrust();
  const claimed = tell('left', 10, { by: 'platform' });
  const admitted = claimed.map(({ id, ...one }) =>
    admission('here', { ...one, kioskId: idOf('here'), by: 'platform', knew: [id] }),
  );
  trust.happenedHere(admitted.slice(1));
  expect(trust.doubted).toEqual([]);
  trust.happenedHere(admitted.slice(0, 1));
  expect(trust.doubted).toMatchObject([{ why: 'contradicted', count: 10 }]);
});

test('a claim of a suspicious door is doubted', () => {
  const { tell, told } = openTrust();
  const [one] = tell('left', 601);
  expect(told(one?.ticketHash ?? '')).toMatchObject([{ isDoubted: true }]);
});

test('what a disregarded door claims is in no evidence, count or list, until it is undone', () => {
  const opened = openTrust();
  const { store, tell, told } = opened;
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
  opened.disregard({ group: groupOf(opened) });
  expect(seen()).toEqual({ told: 1, inside: 1, admitted: 1, like: 1, inConflict: 0 });
  expect(store.count(), 'all of it is kept').toBe(603);
  expect(store.piece(originOf('left'), 0).events, 'and passed on').toHaveLength(500);
  expect(tell('left', 1)).toHaveLength(1);
  opened.believe({ group: groupOf(opened) });
  expect(seen(), 'another guest came').toEqual({
    ...before,
    inside: before.inside + 1,
    admitted: before.admitted + 1,
  });
});

test('a door stays disregarded over a restart, and an undo is final', () => {
  const opened = openTrust();
  opened.tell('left', 601);
  opened.disregard({ group: groupOf(opened) });
  const again = openTrust(opened.folder);
  expect(again.trust.doubted).toMatchObject([{ isDisregarded: true, doors: 1 }]);
  again.believe({ group: groupOf(again) });
  expect(again.trust.doubted).toEqual([]);
  again.tell('left', 700);
  expect(openTrust(opened.folder).trust.doubted).toEqual([]);
});

describe('a door that is disregarded at another one', () => {
  const left = { door: idOf('left') };

  function twoDoors() {
    const [here, there] = [openTrust(), openTrust(temporaryFolder(), 'there')];
    return { here, there, isDisregarded: () => here.trust.isDisregarded(left.door) };
  }

  test('is disregarded here, and the view names where people decided that', () => {
    const { here, there, isDisregarded } = twoDoors();
    expect(here.hear(there.disregard(left))).toBe(true);
    expect(isDisregarded()).toBe(true);
    expect(here.trust.doubted).toMatchObject([{ why: 'staff', byName: 'there' }]);
    expect(there.trust.doubted).toMatchObject([{ why: 'staff', byName: null }]);
    expect(openTrust(here.folder).trust.isDisregarded(left.door), 'after a restart').toBe(true);
  });

  test('is believed again when people undo it there', () => {
    const { here, there, isDisregarded } = twoDoors();
    here.hear(there.disregard(left));
    here.hear(there.believe(left));
    expect(isDisregarded()).toBe(false);
    expect(here.trust.doubted).toEqual([]);
  });

  test('stays believed here once people have undone it here', () => {
    const { here, there, isDisregarded } = twoDoors();
    here.hear(there.disregard(left));
    here.believe(left);
    expect(isDisregarded()).toBe(false);
    here.hear(there.disregard(left));
    expect(isDisregarded()).toBe(false);
    expect(there.trust.isDisregarded(left.door)).toBe(true);
    here.disregard(left);
    expect(isDisregarded(), 'unless people here change their mind').toBe(true);
  });

  test('cannot disregard others', () => {
    const { here, there, isDisregarded } = twoDoors();
    const hostile = openTrust(temporaryFolder(), 'left');
    here.hear(hostile.disregard({ door: idOf('right') }));
    expect(here.trust.isDisregarded(idOf('right'))).toBe(true);
    here.hear(there.disregard(left));
    expect(isDisregarded()).toBe(true);
    expect(here.trust.isDisregarded(idOf('right'))).toBe(false);
  });
});

test('a door stays disregarded although a new door disregards the one that decided it', () => {
  const { db, hear, trust } = openTrust();
  const know = db.prepare('INSERT INTO known VALUES (?, ?, ?)');
  for (const door of ['here', 'right', 'stolen']) know.run(idOf(door), NOW - 2 * DAY, NOW);
  know.run(idOf('made up'), NOW, NOW);
  const at = (name: string) => openTrust(temporaryFolder(), name);
  hear(at('right').disregard({ door: idOf('stolen') }));
  expect(trust.isDisregarded(idOf('stolen'))).toBe(true);
  hear(at('made up').disregard({ door: idOf('right') }));
  expect(trust.isDisregarded(idOf('stolen'))).toBe(true);
});

test('what people disregard here counts, however many disregards others make up', () => {
  const { store, trust } = openTrust();
  const entry = (by: string, at: number) => ({
    ...{ type: 'disregard', id: `${idOf(by)}.${at}`, kioskId: idOf(by), door: by, at: NOW },
    ...{ of: `door ${at}`, until: NOW + DAY },
  });
  for (let door = 0; door < 100; door += 1) {
    const by = `made up ${door}`;
    const events = Array.from({ length: 250 }, (_, at) => entry(by, at));
    store.hear({
      ...{ type: 'told', origin: originOf(by), after: 0, upTo: events.length },
      events: numbered(events),
    });
  }
  const doors = Array.from({ length: 250 }, (_, door) => idOf(`made up ${door}`));
  for (const door of doors) store.tell(trust.disregard({ door }));
  trust.judge();
  expect(doors.filter((door) => !trust.isDisregarded(door))).toEqual([]);
});

describe('which doors are disregarded', () => {
  const disregardedBy = (...all: readonly string[]) =>
    [
      ...disregardedDoors(
        all.map((one) => {
          const [by = '', door = ''] = one.split(' ');
          return { id: one, by, byName: by, door, at: NOW };
        }),
        (door) => door === 'here',
      ).keys(),
    ].toSorted();

  test.each([
    ['one that another door disregards', ['a b'], ['b']],
    ['none that only a disregarded door disregards', ['a b', 'b c'], ['b']],
    ['none that it disregards itself', ['a a'], []],
    ['never this one', ['a here'], []],
    ['both that disregard each other', ['a b', 'b a'], ['a', 'b']],
    [
      'the one that this one disregards, and none of its choice',
      ['a here', 'here a', 'a b'],
      ['a'],
    ],
    ['the one that a third door disregards', ['a b', 'b a', 'c a'], ['a']],
    ['a chain from its beginning', ['a b', 'b c', 'c d'], ['b', 'd']],
    ['all of a circle', ['a b', 'b c', 'c a'], ['a', 'b', 'c']],
  ])('%s', (_, all, disregarded) => {
    expect(disregardedBy(...all)).toEqual(disregarded);
    expect(disregardedBy(...all.toReversed())).toEqual(disregarded);
  });

  test('every door but this one, where a hostile door disregards all of them', () => {
    const doors = Array.from({ length: 1_000 }, (_, at) => `door${at}`);
    expect(disregardedBy(...doors.map((door) => `hostile ${door}`))).toHaveLength(1_000);
  });
});
