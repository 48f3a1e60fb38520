/**
 * The thread in which this door is one of its house's: whatever comes from the broker is unsealed, read and
 * written here, so that no scan ever waits for it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '#main/base/system-clock.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { JudgedDoors } from '#shared/model/venue.ts';
import type { DoorCopies } from './copy-messages.ts';
import type { AnyEvent } from './house-event.ts';
import { DoorRegister } from './door-register.ts';
import { DoorKey } from './door-key.ts';
import { DoorTrust } from './door-trust.ts';
import { HoldRegister } from './hold-register.ts';
import { openHouseFile } from './house-file.ts';
import { conflictsSeen } from './conflicts.ts';
import { REMEMBERED } from './own-events.ts';
import { HouseStore } from './house-store.ts';
import { EVENING, VenueCount, type NewsOfTickets } from './venue-count.ts';
import { House } from './house.ts';
import { keepHosting } from './keep-hosting.ts';
import { Topics } from './topics.ts';
import { houseOrderSchema, toHouseSchema, type FromHouse } from './worker-messages.ts';

if (parentPort === null) throw new Error('this is a worker: it has to be started as one');
const port = parentPort;
const { path, keys, doorSecret, broker, brokerHere } = houseOrderSchema.parse(workerData);
const key = new DoorKey(doorSecret);
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
/** How long after it has come news of a ticket with very many events is counted, at the earliest, in milliseconds. */
const CROWDED_AFTER = 5_000;
/** The pause after counting such a ticket or reading the notes, as a multiple of its duration: peers must not keep this thread busy. */
const PAUSE_SHARE = 20;
/** How long after a note has come or gone all are said, in milliseconds. */
const NOTES_AFTER = 200;
let notesAfter = NOTES_AFTER;
let isInsideDue: (() => void) | null = null;
let areNotesDue: (() => void) | null = null;
let isCatchUpDue: (() => void) | null = null;
/** How long after a disregard has come or gone it is read again who is believed, in milliseconds. */
const JUDGED_AFTER = 200;
let judgedAfter = JUDGED_AFTER;
let isJudgingDue: (() => void) | null = null;
const say = (word: FromHouse): void => port.postMessage(word);

const db = openHouseFile(path, new Topics(keys).all);
const store = new HouseStore(db, key, () => house.knownNow());
const register = new DoorRegister(db);
const hold = new HoldRegister(db, key, store.origin);
const trust = new DoorTrust({
  ...{ db, key, clock: systemClock },
  name: () => house.name,
  now: () => house.platformNow(),
  onChange: sayState,
});
const quarantined = store.quarantine();
const count = new VenueCount(store);
say({ type: 'ready' });
sayNotes();
count.recount(sayNews);
// Before this door looks for it.
const hosting =
  brokerHere &&
  (await keepHosting({ ...brokerHere, ...broker, clock: systemClock, onChange: sayState }));
const house: House = new House({
  ...{ keys, key, broker, store, register, hold, trust, quarantined, clock: systemClock },
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
judgeSoon();
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
  say({ type: 'inside', inside: count.inside(house.platformNow() - EVENING) });
}

function takeIn(events: readonly AnyEvent[]): void {
  sayNews(count.takeIn(events));
  sayInsideSoon();
  if (count.isBehind) catchUpWithin(CROWDED_AFTER);
  if (events.some(({ type }) => type === 'note' || type === 'note end')) sayNotesSoon();
  if (events.some(({ type }) => type === 'disregard' || type === 'disregard end')) judgeSoon();
}

function catchUpWithin(ms: number): void {
  isCatchUpDue ??= systemClock.after(ms, () => {
    isCatchUpDue = null;
    const start = systemClock.steady();
    sayNews(count.catchUp());
    sayInsideSoon();
    const took = systemClock.steady() - start;
    if (count.isBehind) catchUpWithin(Math.max(CROWDED_AFTER, PAUSE_SHARE * took));
  });
}

/** A file of notes comes in many pieces: they are said once. Where reading them takes long, that is seldom. */
function sayNotesSoon(): void {
  areNotesDue ??= systemClock.after(notesAfter, () => {
    areNotesDue = null;
    const start = systemClock.steady();
    sayNotes();
    notesAfter = Math.max(NOTES_AFTER, PAUSE_SHARE * (systemClock.steady() - start));
  });
}

function sayNotes(): void {
  say({ type: 'notes', ...store.notes() });
}

function sayNews({ conflicts, orphans }: NewsOfTickets): void {
  if (conflicts.length > 0) say({ type: 'conflicts', conflicts: conflictsSeen(conflicts) });
  if (orphans.length > 0) say({ type: 'orphans', ids: orphans.map(({ id }) => id) });
}

/** Whether a door waits to upload admissions. */
function isWaiting(kioskId: string): boolean {
  return register.all().some(({ report }) => report.kioskId === kioskId && report.waiting > 0);
}

function judgeDoors(judged: JudgedDoors, isDisregarded: boolean): void {
  house.tell(isDisregarded ? trust.disregard(judged) : trust.believe(judged));
  judgeSoon();
}

/** Other doors may send any number of these: where reading them takes long, that is done seldom. */
function judgeSoon(): void {
  isJudgingDue ??= systemClock.after(judgedAfter, () => {
    isJudgingDue = null;
    const start = systemClock.steady();
    if (trust.judge()) countAgain();
    judgedAfter = Math.max(JUDGED_AFTER, PAUSE_SHARE * (systemClock.steady() - start));
  });
}

/** Counts and lists again, without the doors that are disregarded now. */
function countAgain(): void {
  const before = count.inConflict();
  count.recount(sayNews);
  sayInside();
  sayNotes();
  const left = count.inConflict();
  const ids = [...before].filter((id) => !left.has(id));
  if (ids.length > 0) say({ type: 'no conflicts', ids });
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
      count.forget(asked.now - REMEMBERED);
      return;
    case 'report':
      house.reportThat(asked.report, asked.now, asked.isTimeKnown);
      return;
    case 'hold':
      house.orderHold(asked.order);
      return;
    case 'judge doors':
      judgeDoors(asked.judged, asked.isDisregarded);
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
        figures: count.figures(now, since, isWaiting),
        inside: count.inside(now - EVENING),
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
      for (const callOff of [isInsideDue, areNotesDue, isCatchUpDue, isJudgingDue]) callOff?.();
      for (const callOff of [statePace, copiesPace]) callOff?.();
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
