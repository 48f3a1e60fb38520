/**
 * The thread in which this door is one of its house's: whatever comes from the broker is unsealed, read and
 * written here, so that no scan ever waits for it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '#main/base/system-clock.ts';
import { assertNever } from '#shared/assert-never.ts';
import { MINUTE } from '#shared/time.ts';
import type { DoorCopies } from './copy-messages.ts';
import { doublesAmong, type Double } from './doubles.ts';
import { asPassage, type AnyEvent } from './house-event.ts';
import { DoorRegister } from './door-register.ts';
import { DoorTrust } from './door-trust.ts';
import { HoldRegister } from './hold-register.ts';
import { openHouseFile } from './house-file.ts';
import { EVENING, prepareFigures } from './house-figures.ts';
import { InsideCount, type Inside } from './inside.ts';
import { REMEMBERED } from './own-passages.ts';
import { HouseStore, type KnownPassage } from './house-store.ts';
import { House } from './house.ts';
import { keepHosting } from './keep-hosting.ts';
import { Topics } from './topics.ts';
import { houseOrderSchema, toHouseSchema, type FromHouse } from './worker-messages.ts';

if (parentPort === null) throw new Error('this is a worker: it has to be started as one');
const port = parentPort;
const { path, keys, broker, brokerHere } = houseOrderSchema.parse(workerData);
/** The least time between two words about the state, or about copies, in milliseconds: peers must not flood main. */
const PACE = 100;
/** Of so many doors it is said at once which copies they have. */
const MOST_COPIES_AT_ONCE = 5;
/** Called off at the end; null: what changes is said at once. */
let statePace: (() => void) | null = null;
let isStateDue = false;
let copiesPace: (() => void) | null = null;
/** The copies of other doors that are still to be said, by origin. */
const copiesDue = new Map<string, DoorCopies>();
/** How long after a change it is said who is inside, in milliseconds. */
const INSIDE_AFTER = 500;
/** How long a count of who is inside goes on before all are counted anew, in milliseconds. */
const COUNTED_FOR = 10 * MINUTE;
/** The least time between two recounts for a ticket with very many ways in and out, in milliseconds. */
const RECOUNT = 5_000;
/** The pause after a recount or reading the notes, as a multiple of its duration: peers must not keep this thread busy. */
const RECOUNT_SHARE = 20;
let recountAfter = 0;
/** How long after a note has come or gone all are said, in milliseconds. */
const NOTES_AFTER = 200;
let notesAfter = NOTES_AFTER;
let isInsideDue: (() => void) | null = null;
let areNotesDue: (() => void) | null = null;
const say = (word: FromHouse): void => port.postMessage(word);

const db = openHouseFile(path, new Topics(keys).all);
const store = new HouseStore(db, () => house.knownNow());
const register = new DoorRegister(db);
const hold = new HoldRegister(db, store.origin);
const trust = new DoorTrust({
  ...{ db, clock: systemClock },
  now: () => house.platformNow(),
  onChange: sayState,
});
const quarantined = store.quarantine();
const figures = prepareFigures(db);
const count = new InsideCount(db, store);
say({ type: 'ready' });
sayNotes();
for (const passages of store.admittedMoreThanOnce()) sayDoubles(passages);
// Before this door looks for it.
const hosting =
  brokerHere &&
  (await keepHosting({ ...brokerHere, ...broker, clock: systemClock, onChange: sayState }));
const house: House = new House({
  ...{ keys, broker, store, register, hold, trust, quarantined, clock: systemClock },
  onNews: takeIn,
  onCopies(from, copies) {
    copiesDue.set(from, copies);
    if (copiesPace === null) sayCopies();
  },
  onCopyMessage(from, message) {
    if (message.type === 'copy') say({ ...message, type: 'copy came', from });
    else say({ ...message, type: 'copy asked', from });
  },
  onChange: sayState,
});
// A hold survives a restart, and is known before the broker is reached.
sayState();
sayInside();

/** At once, and what changes soon after that together. */
function sayState(): void {
  if (statePace !== null) {
    isStateDue = true;
    return;
  }
  statePace = systemClock.after(PACE, () => {
    statePace = null;
    if (!isStateDue) return;
    isStateDue = false;
    sayState();
  });
  const { trouble, ...state } = house.state;
  say({ type: 'state', ...state, trouble: hosting?.isFailing ? 'cannot-host' : trouble });
}

function sayCopies(): void {
  for (const [from, copies] of [...copiesDue].slice(0, MOST_COPIES_AT_ONCE)) {
    copiesDue.delete(from);
    say({ type: 'copies', from, copies });
  }
  copiesPace = systemClock.after(PACE, () => {
    copiesPace = null;
    if (copiesDue.size > 0) sayCopies();
  });
}

/** Says who is inside: guests come one after the other, so after a moment, for all of them at once. */
function sayInsideSoon(): void {
  isInsideDue ??= systemClock.after(INSIDE_AFTER, sayInside);
}

function sayInside(): void {
  isInsideDue?.();
  isInsideDue = null;
  say({ type: 'inside', inside: insideAt(house.platformNow()) });
}

/** Who came before this evening counts no more: now and then all are counted anew. */
function insideAt(now: number): Inside {
  const since = now - EVENING;
  const isDue = count.isStale && systemClock.steady() >= recountAfter;
  if (isDue || Math.abs(since - count.since) > COUNTED_FOR) {
    const start = systemClock.steady();
    count.countAll(since);
    const end = systemClock.steady();
    recountAfter = end + Math.max(RECOUNT, RECOUNT_SHARE * (end - start));
  }
  return count.inside;
}

function takeIn(events: readonly AnyEvent[]): void {
  count.takeIn(events);
  sayInsideSoon();
  if (events.some(({ type }) => type === 'note' || type === 'note end')) sayNotesSoon();
  lookForDoubles(events);
}

/** A file of notes comes in many pieces: they are said once. Where reading them takes long, that is seldom. */
function sayNotesSoon(): void {
  areNotesDue ??= systemClock.after(notesAfter, () => {
    areNotesDue = null;
    const start = systemClock.steady();
    sayNotes();
    notesAfter = Math.max(NOTES_AFTER, RECOUNT_SHARE * (systemClock.steady() - start));
  });
}

function sayNotes(): void {
  say({ type: 'notes', ...store.notes() });
}

function lookForDoubles(events: readonly AnyEvent[]): void {
  const passages = events.filter((event) => asPassage(event) !== null);
  for (const ofTicket of store.passagesLike(passages)) sayDoubles(ofTicket);
}

function sayDoubles(passages: readonly KnownPassage[]): void {
  const doubles = [...doublesAmong(passages)];
  if (doubles.length > 0) say({ type: 'doubles', doubles });
}

/** Counts and lists again, without the doors that are disregarded. */
function judgeDoors(group: number, isDisregarded: boolean): void {
  const before = doublesOf(trust.doorsIn(group));
  const origins = isDisregarded ? trust.disregard(group) : trust.believe(group);
  count.countAll(count.since);
  sayInside();
  sayNotes();
  const after = doublesOf(origins);
  const left = new Set(after.map(({ id }) => id));
  const ids = new Set(before.map(({ id }) => id).filter((id) => !left.has(id)));
  if (ids.size > 0) say({ type: 'no doubles', ids: [...ids] });
  if (after.length > 0) say({ type: 'doubles', doubles: after });
}

/** The admissions of which there are several with tickets that these doors have told of. */
function doublesOf(origins: readonly string[]): Double[] {
  const told = origins.flatMap((origin) => store.admissionsOf(origin));
  return [...store.passagesLike(told)].flatMap((ofTicket) => [...doublesAmong(ofTicket)]);
}

port.on('message', (message) => {
  const read = toHouseSchema.safeParse(message);
  if (!read.success) {
    say({ type: 'dropped', fields: read.error.issues.map(({ path }) => path.join('.')) });
    return;
  }
  const asked = read.data;
  switch (asked.type) {
    case 'tell': {
      const events = asked.events.filter((event) => event !== null);
      if (events.length < asked.events.length) say({ type: 'dropped', fields: ['events'] });
      house.tell(events);
      return;
    }
    case 'forget':
      store.forget(asked.now);
      register.forget(asked.now - REMEMBERED);
      return;
    case 'report':
      house.reportThat(asked.report, asked.now, asked.isTimeKnown);
      return;
    case 'hold':
      house.orderHold(asked.order);
      return;
    case 'judge doors':
      judgeDoors(asked.group, asked.isDisregarded);
      return;
    case 'end-hold-here':
      house.endHoldHere();
      return;
    case 'look': {
      const { question, now, since } = asked;
      say({
        type: 'seen',
        question,
        doors: house.doors(),
        figures: figures(now, since),
        inside: insideAt(now),
      });
      return;
    }
    case 'copies':
      house.tellCopies(asked.copies);
      return;
    case 'ask copy': {
      const { to, ...message } = asked;
      house.sendCopy(to, message);
      return;
    }
    case 'hand over': {
      const { to, ...message } = asked;
      house.sendCopy(to, { ...message, type: 'copy' });
      return;
    }
    case 'end':
      for (const callOff of [isInsideDue, areNotesDue, statePace, copiesPace]) callOff?.();
      void house.close(asked.isOff).then(() => {
        hosting?.stop();
        store.close();
        port.close();
      });
      return;
    default:
      assertNever(asked);
  }
});
