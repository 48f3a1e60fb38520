import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Conflict } from '#main/ledger/standing.ts';
import type { TicketEvent } from '#main/ledger/ticket-event.ts';
import type { AnyEvent } from '#main/venue/house-event.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { insideView } from '#main/venue/inside-view.ts';
import { VenueCount, type Inside } from '#main/venue/venue-count.ts';
import { createRandom } from '#box-office/demo/random.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { keyOf, numbered } from '#tests/support/door-keys.ts';
import { howMuch, seedOf } from '#tests/support/how-much.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { admitted, checkedOut, RIGHT, uploaded, withdrawn } from '../ledger/ticket-events.ts';
import { published } from './support/air.ts';

const FRIDAY = Date.UTC(2026, 10, 20, 19);
const SATURDAY = FRIDAY + DAY;
const UNKNOWN = { ticketId: null };

type Told = TicketEvent | AnyEvent;
const isTicketEvent = (one: Told): one is TicketEvent => 'kind' in one;

/** A door that knows these events; each is of one ticket unless it says otherwise. */
function doorWith(...events: readonly Told[]) {
  const store = new HouseStore(openHouseFile(join(temporaryFolder(), 'house.db')), keyOf('here'));
  onTestFinished(() => store.close());
  const stored = (all: readonly Told[]) =>
    store.tell(all.map((one) => (isTicketEvent(one) ? published(one) : one)))?.news ?? [];
  stored(events);
  const count = countedBy(store);
  return { store, count, tell: (...more: readonly Told[]) => count.takeIn(stored(more)) };
}

function countedBy(store: HouseStore): VenueCount {
  const count = new VenueCount(store);
  count.recount();
  return count;
}

const insideIn = (count: VenueCount) =>
  count.inside(0).performances.reduce((sum, { inside }) => sum + inside, 0);
const insideOf = (...events: readonly Told[]) => doorWith(...events).count.inside(0).performances;
const alone = (id: string) => ({ ticketHash: id, ...UNKNOWN });
const corrected = (id: string, by: number, more: object = {}): AnyEvent => ({
  ...{ type: 'correction', id, door: 'Left', until: SATURDAY, kioskId: 'a', performanceId: 31, by },
  ...{ at: FRIDAY, why: 'counted', ...more },
});

test('counts who came and did not leave, by performance', () => {
  const c = admitted('c', [], { ...alone('c'), performanceId: 32 });
  const out = checkedOut('x', 'a', ['a'], alone('a'));
  const { count } = doorWith(admitted('a', [], alone('a')), admitted('b', [], alone('b')), c, out);
  expect(count.inside(0)).toEqual({
    performances: [
      { performanceId: 31, inside: 1, strayExits: 0, byHand: 0 },
      { performanceId: 32, inside: 1, strayExits: 0, byHand: 0 },
    ],
    hasExits: true,
  });
  expect(count.inside(FRIDAY).performances).toEqual([]);
});

test('a second admission by the platform is no check-out', () => {
  const { count } = doorWith(admitted('a'), admitted('b', ['a'], { by: 'platform' }));
  expect(count.inside(0)).toMatchObject({ performances: [{ inside: 1 }], hasExits: false });
});

test('counts an event once that is published in two sessions', () => {
  const { store } = doorWith(admitted('a'), corrected('fix', 3));
  const again = numbered([published(admitted('a')), corrected('fix', 3)]);
  store.hear({ type: 'told', origin: 'another', after: 0, upTo: 2, events: again });
  expect(countedBy(store).inside(0).performances).toMatchObject([{ inside: 1, byHand: 3 }]);
});

test('counts a ticket with two barcodes once, whichever of them a door knew', () => {
  const out = [admitted('a'), checkedOut('x', 'a', ['a'], { ticketHash: 'i' })];
  expect(insideOf(...out)).toMatchObject([{ inside: 0, strayExits: 0 }]);
  expect(insideOf(...out, admitted('b', ['x'], UNKNOWN))).toMatchObject([{ inside: 1 }]);
});

test.each([{ clientId: 8 }, { baseUrl: 'https://other.example' }])(
  'counts the same numbers twice where they are of other tickets: %o',
  (elsewhere) => {
    const other = admitted('b', [], { ...RIGHT, ...elsewhere, ticketHash: 'i' });
    const { count, tell } = doorWith(admitted('a'), other);
    expect(count.inside(0).performances).toMatchObject([{ inside: 2 }]);
    expect(tell(checkedOut('x', 'a')).conflicts).toEqual([]);
    expect(count.inside(0).performances).toMatchObject([{ inside: 1 }]);
  },
);

test.each([501, null])('who leaves by a door for another performance has left: %s', (ticketId) => {
  const a = admitted('a', [], { performanceId: 32, ticketId });
  const elsewhere = { ...UNKNOWN, performanceId: 31 };
  const out = [a, checkedOut('x', 'a', ['a'], elsewhere)];
  const left = { performanceId: 32, inside: 0, strayExits: 0, byHand: 0 };
  expect(insideOf(...out)).toEqual([left]);
  const twice = checkedOut('y', 'a', ['x'], elsewhere);
  expect(insideOf(...out, twice)).toEqual([{ ...left, strayExits: 1 }]);
});

test('a guest of a door for all performances counts for the one that the exit knew', () => {
  const a = admitted('a', [], { ...UNKNOWN, performanceId: null });
  const out = checkedOut('x', 'a', ['a'], { performanceId: 32 });
  expect(insideOf(a, out)).toMatchObject([{ performanceId: 32, inside: 0, strayExits: 0 }]);
});

test('counts corrections since a time, however late they are heard of', () => {
  const { count, tell } = doorWith(admitted('a'));
  tell(corrected('at its start', 3), corrected('after it', 2, { at: FRIDAY + 1 }));
  expect(count.inside(FRIDAY).performances).toMatchObject([{ performanceId: 31, byHand: 2 }]);
});

test('a withdrawn admission counts for nobody', () => {
  expect(insideOf(admitted('a'), withdrawn('a'))).toMatchObject([{ inside: 0 }]);
});

test('what the store has forgotten of a ticket is not counted next to what is left of it', () => {
  const { store, count, tell } = doorWith();
  const until = FRIDAY + DAY;
  count.takeIn(store.tell([published(admitted('friday', [], { at: FRIDAY }), until)])?.news ?? []);
  tell(admitted('monday', ['friday'], { by: 'platform', at: FRIDAY + 3 * DAY }));
  store.forget(until + 1);
  count.forget(FRIDAY + DAY);
  tell(checkedOut('x', 'monday'));
  expect(count.inside(0).performances).toMatchObject([{ inside: 0 }]);
});

test('conflicts are found by barcode and by ticket, once, also when the file is opened', () => {
  const store = new HouseStore(openHouseFile(join(temporaryFolder(), 'house.db')), keyOf('here'));
  onTestFinished(() => store.close());
  const barcode = { ticketHash: 'A', ticketId: null };
  const [b, c] = [
    { ticketHash: 'B', ticketId: 7 },
    { ticketHash: 'C', ticketId: 7 },
  ];
  const one = { ticketHash: 'D', ticketId: 8 };
  const events = [
    ...[admitted('a1', [], barcode), admitted('a2', [], barcode)],
    ...[admitted('b1', [], b), admitted('b2', [], c), admitted('alone', [], one)],
  ].map((event) => published(event));
  const pairs = [
    ['a1', 'a2'],
    ['b1', 'b2'],
  ];
  const found = (conflicts: readonly Conflict[]) =>
    conflicts.map(({ admissions }) => admissions.map(({ id }) => id).toSorted()).toSorted();
  const { conflicts } = new VenueCount(store).takeIn(store.tell(events)?.news ?? []);
  expect(found(conflicts)).toEqual(pairs);
  const again: Conflict[] = [];
  const count = new VenueCount(store);
  count.recount((news) => again.push(...news.conflicts));
  expect(found(again)).toEqual(pairs);
  expect([...count.inConflict()].toSorted()).toEqual(pairs.flat());
});

test('a return is an orphan once the only admission before it is withdrawn', () => {
  const out = checkedOut('x', 'a', ['a'], RIGHT);
  const { tell } = doorWith(admitted('a'), out, admitted('b', ['x'], RIGHT));
  expect(tell(withdrawn('a', RIGHT)).orphans, 'by another door').toEqual([]);
  expect(tell({ ...withdrawn('a'), id: 'w' }).orphans).toMatchObject([{ id: 'b' }]);
});

test('an override is no orphan: staff let the guest in without the ticket', () => {
  const out = checkedOut('x', 'a', ['a']);
  const { tell } = doorWith(admitted('a'), out, admitted('b', ['x'], { by: 'staff' }));
  expect(tell(withdrawn('a')).orphans).toEqual([]);
});

test('counted on from event to event it is the same as counted anew', () => {
  const seed = seedOf('who is inside');
  for (let round = 0; round < howMuch(2, 50); round += 1) anEvening(seed + round);
});

function anEvening(seed: number): void {
  const random = createRandom(seed);
  const pick = <T>(choices: readonly T[]): T => random.pick(choices);
  const { store, count, tell } = doorWith();
  const known: Told[] = [];
  for (let turn = 0; turn < 80; turn += 1) {
    const batch = Array.from({ length: pick([1, 1, 1, 4]) }, (_, at) => {
      const id = `${turn} ${at}`;
      const before = known.length === 0 ? null : pick(known);
      const of = before?.id ?? 'nobody';
      const kind = pick(['in', 'in', 'out', 'withdrawn', 'by hand', 'again']);
      if (kind === 'again' && before !== null) return before;
      if (kind === 'by hand') return corrected(id, pick([-2, 1]));
      const ticket = {
        // Barcodes of several tickets, and tickets with several barcodes.
        ...{ ticketHash: pick(['A', 'B', 'C']), ticketId: pick([null, 1, 2]) },
        ...{ performanceId: pick([null, 31, 32]), at: pick([-1, 5, 6]) },
      };
      const knew = pick([[], [of]]);
      if (kind === 'out') return checkedOut(id, pick([null, of]), knew, ticket);
      if (kind === 'withdrawn') return { ...withdrawn(of, ticket), id };
      return admitted(id, knew, ticket);
    });
    known.push(...batch);
    tell(...batch);
    while (count.isBehind) count.catchUp();
    const anew = countedBy(store).inside(0);
    expect(nonZero(count.inside(0)), `seed ${seed}, after ${turn}`).toEqual(nonZero(anew));
  }
}

function nonZero({ performances, hasExits }: Inside) {
  const some = performances.filter((one) => one.inside || one.strayExits || one.byHand);
  return {
    hasExits,
    performances: some.toSorted((a, b) => Number(a.performanceId) - Number(b.performanceId)),
  };
}

/** How many guests these events add to each figure. */
function figuresOf(now: number, since: number | null, ...events: readonly TicketEvent[]) {
  const {
    admitted,
    lately,
    since: used,
  } = doorWith(...events).count.figures(now, since, () => false);
  const [a, b, c] = [admitted, lately, used].map((groups) =>
    groups.reduce((total, { count }) => total + count, 0),
  );
  return { admitted: a, lately: b, since: c };
}

const friday = admitted('friday', [], { at: FRIDAY });
const came = (id: string, after: string, at: number) => admitted(id, [after], { at });
const override = (id: string, after: string, at: number) =>
  admitted(id, [after], { at, by: 'staff', shown: [after], code: 12 });
const went = (id: string, of: string | null, at: number, after = of) =>
  checkedOut(id, of, after === null ? [] : [after], { at });

test('a guest with a ticket for several days counts once on each, by override or return', () => {
  const now = SATURDAY + 5 * MINUTE;
  const one = { admitted: 1, lately: 1, since: 0 };
  const counted = (...more: readonly TicketEvent[]) => figuresOf(now, FRIDAY + 1, friday, ...more);
  expect(counted(override('saturday', 'friday', SATURDAY))).toEqual(one);
  const back = [went('out', 'friday', FRIDAY + 3 * HOUR), came('back', 'out', SATURDAY)];
  expect(counted(...back)).toEqual(one);
  expect(counted(...back, override('twice', 'back', SATURDAY + MINUTE))).toEqual(one);
  const again = [went('out 2', 'back', SATURDAY + 1), went('out 3', null, SATURDAY + 2, 'out 2')];
  expect(counted(...back, ...again, came('third', 'out 3', SATURDAY + MINUTE))).toEqual(one);
  expect(counted(went('out', 'friday', FRIDAY + HOUR))).toEqual({ ...one, admitted: 0, lately: 0 });
});

test('a return after midnight is of the same evening', () => {
  const back = [went('out', 'friday', FRIDAY + 4 * HOUR), came('back', 'out', FRIDAY + 6 * HOUR)];
  expect(figuresOf(FRIDAY + 7 * HOUR, null, friday, ...back)).toMatchObject({ admitted: 1 });
});

test('who was let out before they came in is a guest', () => {
  const strays = [went('out', null, FRIDAY), went('again', null, FRIDAY + 1, 'out')];
  const first = came('first', 'again', FRIDAY + HOUR);
  expect(figuresOf(FRIDAY + HOUR, null, ...strays, first)).toMatchObject({ admitted: 1 });
});

test('an override after a withdrawn admission is a guest', () => {
  const again = override('again', 'friday', FRIDAY + MINUTE);
  const events = [friday, withdrawn('friday', { at: FRIDAY }), again];
  expect(figuresOf(FRIDAY + HOUR, null, ...events)).toMatchObject({ admitted: 1 });
});

test('a snapshot lacks whom a door let in that is cut off from the platform, until it has uploaded', () => {
  const some = [1, 2, 3].map((ticketId) =>
    admitted(`${ticketId}`, [], { ticketHash: `${ticketId}`, ticketId, at: FRIDAY + ticketId }),
  );
  const settled = admitted('4', [], { ticketHash: '4', ticketId: 4, at: FRIDAY, by: 'platform' });
  const { count, tell } = doorWith(...some, settled);
  const builtAt = FRIDAY + 10 * MINUTE;
  const lacking = (isWaiting: boolean) =>
    count.figures(builtAt, builtAt, () => isWaiting).since.reduce((sum, one) => sum + one.count, 0);
  expect(lacking(true)).toBe(3);
  tell(uploaded('1', { ticketHash: '1', ticketId: 1, at: FRIDAY }));
  expect([lacking(true), lacking(false)]).toEqual([2, 0]);
});

test('counts a ticket with very many events later than the others, and each once', () => {
  const { store, count, tell } = doorWith();
  const made = (at: number) => ({ ticketHash: `h ${at % 8}`, ticketId: 900 + (at % 9) });
  const crowd = Array.from({ length: 70 }, (_, at) => admitted(`${at}`, [], made(at)));
  const guest = admitted('guest', [], alone('guest'));
  expect(tell(...crowd, guest).conflicts, 'of the crowd').toEqual([]);
  expect([insideIn(count), count.isBehind]).toEqual([1, true]);
  expect(count.catchUp().conflicts.length).toBeGreaterThan(0);
  expect([insideIn(count), count.isBehind]).toEqual([71, false]);
  expect(insideIn(countedBy(store))).toBe(71);
  expect(count.catchUp()).toEqual({ conflicts: [], orphans: [] });
});

test('takes in hundreds of movements of one ticket within seconds', () => {
  const { count, tell } = doorWith();
  const ids = Array.from({ length: 250 }, (_, at) => `${at}`);
  const exits = ids.map((id, at) => checkedOut(`x${id}`, null, at === 0 ? [] : [`x${at - 1}`]));
  const start = performance.now();
  tell(...exits, ...ids.map((id) => admitted(id, [`x${ids.length - 1}`])));
  const { conflicts } = count.catchUp();
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(count.inside(0).performances).toMatchObject([{ inside: 64 }]);
  expect(conflicts.length).toBeLessThan(3_000);
}, 120_000);

const GROUPS = {
  performances: [
    { performanceId: 11, inside: 40, strayExits: 2, byHand: -3 },
    { performanceId: 12, inside: 100, strayExits: 1, byHand: 0 },
    { performanceId: null, inside: 5, strayExits: 0, byHand: 1 },
  ],
  hasExits: true,
};
const KNOWN = { isAtLeast: false, capacity: null };

test('shows the performances that may be on now, with corrections', () => {
  const isPlausible = (performanceId: number | null) => performanceId !== 12;
  expect(insideView(GROUPS, { ...KNOWN, isPlausible })).toEqual({
    ...{ count: 43, strayExits: 2, byHand: -2, hasWaysOut: true },
    ...{ isAtLeast: false, capacity: null },
  });
});

test('never shows fewer than none', () => {
  const performances = [{ performanceId: 11, inside: 1, strayExits: 0, byHand: -5 }];
  const view = insideView({ performances, hasExits: false }, { ...KNOWN, isPlausible: () => true });
  expect(view.count).toBe(0);
});
