import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRandom } from '#box-office/demo/random.ts';
import { MINUTE } from '#shared/time.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { idOf, numbered, originOf, signedEvents } from '#tests/support/door-keys.ts';
import { howMuch, seedOf } from '#tests/support/how-much.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { Told } from '#main/venue/messages.ts';
import { admission, Air, type Fate, type TestDoor } from './support/air.ts';

/** Doors that were opened at the start; those that a test closes or opens it looks after itself. */
function house(...kioskIds: readonly string[]) {
  const clock = new FakeClock();
  const folder = temporaryFolder();
  const air = new Air(clock);
  const doors = new Map<string, TestDoor>();
  const open = (kioskId: string): TestDoor => {
    const door = air.open(folder, kioskId);
    doors.set(kioskId, door);
    return door;
  };
  for (const kioskId of kioskIds) open(kioskId);
  onTestFinished(() => doors.forEach((door) => door.close()));
  const door = (kioskId: string): TestDoor => {
    const found = doors.get(kioskId);
    if (found === undefined) throw new Error('there is no such door');
    return found;
  };
  const shut = (kioskId: string): void => {
    door(kioskId).close();
    doors.delete(kioskId);
  };
  const letIn = (kioskId: string, more: object = {}): string => {
    const event = admission(kioskId, more);
    door(kioskId).exchange.tell([event]);
    return event.id;
  };
  return { clock, folder, air, doors, door, open, shut, letIn };
}

/** What somebody tells of an origin. */
function told(origin: string, more: Partial<Told> & Pick<Told, 'upTo'>): Told {
  return { type: 'told', origin, after: 0, events: [], ...more };
}

test('what one door tells, all know at once', async () => {
  const { clock, door, letIn } = house('left', 'right', 'balcony');
  const id = letIn('left');
  await clock.advance(10);
  expect(door('right').ids()).toEqual([id]);
  expect(door('balcony').ids()).toEqual([id]);
});

test('what was lost on the way is made up for', async () => {
  const { clock, air, door, letIn } = house('left', 'right');
  air.fate = () => 'is lost';
  const lost = [letIn('left'), letIn('left')];
  await clock.advance(100);
  expect(door('right').ids()).toEqual([]);
  air.fate = () => 'arrives';
  const third = letIn('left');
  await clock.advance(100);
  expect(door('right').ids()).toEqual([...lost, third].toSorted());
});

test('a door that comes back has everything within two seconds', async () => {
  const { clock, door, open, letIn } = house('left');
  const ids = Array.from({ length: 700 }, () => letIn('left'));
  await clock.advance(7_000);
  open('right');
  await clock.advance(2_000);
  expect(door('right').ids()).toEqual(ids.toSorted());
});

test('a door that was off learns of everything, also from a third one', async () => {
  const { clock, door, open, shut, letIn } = house('left', 'right');
  shut('right');
  const ids = Array.from({ length: 1_300 }, () => letIn('left'));
  open('balcony');
  await clock.advance(MINUTE);
  shut('left');
  open('right');
  await clock.advance(MINUTE);
  expect(door('right').ids()).toEqual(ids.toSorted());
});

test('a door that leaves while it waits for an answer and joins again has everything', async () => {
  const { clock, air, door, open, letIn } = house('left');
  const ids = Array.from({ length: 700 }, () => letIn('left'));
  await clock.advance(MINUTE);
  open('right');
  let asked = 0;
  air.fate = (from) => {
    if (from !== 'right') return 'arrives';
    asked += 1;
    return 'is lost';
  };
  await clock.advance(1_500);
  expect(asked, 'its question is on the way').toBe(1);
  door('right').exchange.leave();
  air.fate = () => 'arrives';
  await clock.advance(100);
  door('right').exchange.join();
  await clock.advance(MINUTE);
  expect(door('right').ids()).toEqual(ids.toSorted());
});

test('a door that was asked and says nothing is not waited for', async () => {
  const { clock, air, door, open, letIn } = house('left', 'mute');
  const id = letIn('left');
  await clock.advance(MINUTE);
  let asked = 0;
  air.fate = (_from, to) => {
    if (to !== 'mute') return 'arrives';
    asked += 1;
    return 'is lost';
  };
  open('new');
  await clock.advance(MINUTE);
  expect(door('new').ids()).toEqual([id]);
  expect(asked).toBeGreaterThan(0);
});

test('a door whose file is lost tells its ledger’s admissions again, and nothing counts twice', async () => {
  const { clock, folder, door, open, shut, letIn } = house('left', 'right');
  const events = [admission('left'), admission('left')];
  door('left').exchange.tell(events);
  await clock.advance(MINUTE);
  shut('left');
  rmSync(join(folder, 'left.db'));
  open('left');
  door('left').exchange.tell(events);
  const next = letIn('left');
  await clock.advance(MINUTE);
  const all = [...events.map(({ id }) => id), next].toSorted();
  expect(door('right').ids()).toEqual(all);
  expect(door('left').ids()).toEqual(all);
});

test('a door that a power cut has set back loses nothing, and hides nothing', async () => {
  const { clock, folder, door, open, shut, letIn } = house('left', 'right');
  const first = letIn('left');
  await clock.advance(MINUTE);
  shut('left');
  copyFileSync(join(folder, 'left.db'), join(folder, 'kept'));
  open('left');
  const forgotten = letIn('left');
  await clock.advance(MINUTE);
  shut('left');
  for (const suffix of ['-wal', '-shm']) rmSync(join(folder, `left.db${suffix}`), { force: true });
  copyFileSync(join(folder, 'kept'), join(folder, 'left.db'));
  open('left');
  const after = letIn('left');
  await clock.advance(MINUTE);
  const all = [first, forgotten, after].toSorted();
  expect(door('right').ids()).toEqual(all);
  expect(door('left').ids()).toEqual(all);
});

test('a file that is damaged, or no file of Usher’s, is made anew', async () => {
  const { clock, folder, door, open, shut, letIn } = house('left', 'right');
  const id = letIn('left');
  await clock.advance(MINUTE);
  shut('right');
  writeFileSync(
    join(folder, 'right.db'),
    'this is no database, however long it is read '.repeat(99),
  );
  open('right');
  await clock.advance(MINUTE);
  expect(door('right').ids()).toEqual([id]);
  expect(existsSync(join(folder, 'right.db'))).toBe(true);
});

test('what a newer version tells is kept and passed on', async () => {
  const { clock, door, open, shut } = house('left', 'right');
  const id = `${idOf('left')}.umbrella 1`;
  const news = {
    type: 'lost-property',
    id,
    door: 'left',
    until: 1,
    colour: 'red',
  };
  door('left').exchange.tell([news]);
  await clock.advance(100);
  shut('left');
  open('balcony');
  await clock.advance(MINUTE);
  expect(door('balcony').ids()).toEqual([id]);
});

test('what may be forgotten is, and nobody asks for it any more', async () => {
  const { clock, air, door, open, letIn } = house('left', 'right');
  letIn('left', { until: 1_000 });
  const kept = letIn('left', { until: 3_000 });
  await clock.advance(MINUTE);
  for (const one of ['left', 'right']) expect(door(one).store.forget(2_000)).toBe(1);
  open('new');
  await clock.advance(MINUTE);
  expect(door('new').ids()).toEqual([kept]);
  const before = air.messages;
  await clock.advance(MINUTE);
  // Three doors that say what they have every 15 seconds, and nothing else.
  expect(air.messages - before).toBeLessThanOrEqual(3 * 2 * 5);
});

test('an admission by a clock that was a week behind is remembered, once its time is known', async () => {
  const { clock, door, letIn } = house('left', 'right');
  const event = admission('left', { until: 1_000 });
  const { id } = event;
  letIn('left', event);
  await clock.advance(MINUTE);
  letIn('left', { ...event, until: 3_000 });
  await clock.advance(MINUTE);
  for (const one of ['left', 'right']) expect(door(one).store.forget(2_000)).toBe(1);
  await clock.advance(MINUTE);
  for (const one of ['left', 'right']) expect(door(one).ids()).toEqual([id]);
  // Told once more, it is no news.
  const before = door('left').store.had(door('left').store.origin);
  letIn('left', { ...event, until: 3_000 });
  expect(door('left').store.had(door('left').store.origin)).toBe(before);
});

test('a peer cannot set the number of a door that is there', async () => {
  const { clock, air, door, letIn } = house('left', 'right');
  const first = letIn('left');
  await clock.advance(MINUTE);
  const { origin } = door('left').store;
  const forged = told(origin, { upTo: 2 ** 32 - 1 });
  door('right').exchange.hear('a peer', forged);
  door('left').exchange.hear('a peer', forged);
  air.fate = () => 'is lost';
  const lost = letIn('left');
  await clock.advance(100);
  air.fate = () => 'arrives';
  await clock.advance(MINUTE);
  expect(door('right').ids()).toEqual([first, lost].toSorted());
  expect(door('left').store.had(origin)).toBe(2);
});

test('a number that a peer claims for a door hides no event of it', async () => {
  const { clock, door, letIn } = house('left', 'right');
  const ids = [letIn('left'), letIn('left')];
  const { origin } = door('left').store;
  const claimed = told(origin, { upTo: 900 });
  door('right').exchange.hear('a peer', claimed);
  await clock.advance(MINUTE);
  expect(door('right').store.had(origin)).toBe(2);
  expect(door('right').ids()).toEqual(ids.toSorted());
});

test.each([
  ['says that there is nothing', []],
  ['hands over a forged event', numbered([admission('left')], 2 ** 32 - 2)],
] as const)(
  'a peer that claims more of a door that is gone, and %s, hides nothing of it',
  async (_, events) => {
    const { clock, door, open, shut, letIn } = house('left', 'right');
    const ids = [letIn('left'), letIn('left'), letIn('left')];
    const { origin } = door('left').store;
    await clock.advance(MINUTE);
    shut('left');
    await clock.advance(MINUTE);
    const balcony = open('balcony');
    const had = { [origin]: 2 ** 32 - 1 };
    const said = { hears: [], report: null, hold: null, copies: null };
    balcony.exchange.hear('a peer', { type: 'have', had, ...said });
    const upTo = 2 ** 32 - 1;
    balcony.exchange.hear(
      'a peer',
      told(origin, { upTo, events: events.map(([...event]) => event) }),
    );
    await clock.advance(MINUTE);
    expect(balcony.ids()).toEqual(ids.toSorted());
  },
);

test('an event of a door arrives although forged ones have its number', async () => {
  const { clock, door, letIn } = house('left', 'right');
  letIn('left');
  await clock.advance(MINUTE);
  const { origin } = door('left').store;
  const forged = Array.from({ length: 100 }, () => admission('left'));
  const events = numbered(forged, 1);
  door('right').exchange.hear('a peer', told(origin, { after: 1, upTo: 101, events }));
  const id = letIn('left');
  await clock.advance(MINUTE);
  expect(door('right').ids()).toHaveLength(2);
  expect(door('right').ids()).toContain(id);
});

test('takes over no event under its own origin', async () => {
  const { clock, door, open, letIn } = house('left', 'right');
  const id = letIn('left');
  const { origin } = door('left').store;
  const events = signedEvents('left', origin, [admission('left', { ticketId: 999 })], 1);
  door('left').exchange.hear('a peer', told(origin, { after: 1, upTo: 2, events }));
  await clock.advance(MINUTE);
  open('balcony');
  await clock.advance(MINUTE);
  expect(door('balcony').ids()).toEqual([id]);
});

test('whatever happens on the way, in the end all doors know the same', async () => {
  const seed = seedOf('exchange');
  for (let round = 0; round < howMuch(2, 300); round += 1) await anEvening(seed + round);
});

async function anEvening(seed: number): Promise<void> {
  const chance = createRandom(seed);
  const one = <T>(...of: readonly T[]): T => chance.pick(of);
  const names = ['left', 'right', 'balcony', 'garden'];
  const { clock, folder, air, doors, door, open, shut, letIn } = house(...names);
  const told: string[] = [];
  /** Which doors can reach each other. */
  let side = new Map<string, number>();
  const troubled = (from: string, to: string): Fate =>
    side.get(from) === side.get(to)
      ? one('arrives', 'arrives', 'arrives', 'is lost', 'is doubled', 'comes late')
      : 'is lost';
  air.fate = troubled;
  for (let step = 0; step < 60; step += 1) {
    const name = one(...names);
    const what = chance.between(0, 99);
    if (what < 10) side = new Map(names.map((each) => [each, one(0, 1)]));
    else if (what < 20 && doors.has(name)) shut(name);
    else if (what < 22 && !doors.has(name)) {
      // Its ledger tells everything again.
      rmSync(join(folder, `${name}.db`), { force: true });
      const mine = told.filter((id) => id.startsWith(idOf(name)));
      open(name).exchange.tell(mine.map((id) => admission(name, { id })));
    } else if (!doors.has(name)) open(name);
    else if (what < 90) {
      for (let guests = one(1, 3, 1, 3, 1, 3, 1, 700); guests > 0; guests -= 1) {
        told.push(letIn(name, { id: `${idOf(name)}.${told.length}` }));
      }
    }
    await clock.advance(one(0, 5, 400, 3_000));
  }
  air.fate = () => 'arrives';
  for (const name of names) if (!doors.has(name)) open(name);
  await clock.advance(2 * MINUTE);
  const all = told.toSorted();
  for (const name of names) {
    expect({ seed, name, ids: door(name).ids() }).toEqual({ seed, name, ids: all });
  }
  for (const name of names) shut(name);
}

test('asks a door that is there about itself, however many others a peer names', async () => {
  const { clock, air, door } = house('left', 'right');
  const [left, right] = [door('left'), door('right')];
  await clock.advance(MINUTE);
  air.fate = () => 'is lost';
  const missed = admission('right');
  right.exchange.tell([missed]);
  await clock.advance(10);
  air.fate = () => 'arrives';
  const had = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [originOf(`made up ${at}`), 9]),
  );
  // Nobody answers for these.
  const said = { hears: [], report: null, hold: null, copies: null };
  left.exchange.hear('peer', { type: 'have', had, ...said });
  await clock.advance(1_500);
  expect(left.ids()).toContain(missed.id);
});

test('a door that has just joined suspects none of which another one passes much on unasked', () => {
  const { door } = house('right');
  door('right').trust.joined();
  const origin = originOf('left');
  for (let after = 0; after < 700; after += 100) {
    const news = Array.from({ length: 100 }, () => admission('left'));
    const events = signedEvents('left', origin, news, after);
    door('right').exchange.hear(
      originOf('hostile'),
      told(origin, { after, upTo: after + 100, events }),
    );
  }
  expect(door('right').ids()).toHaveLength(700);
  expect(door('right').trust.doubted).toEqual([]);
});
