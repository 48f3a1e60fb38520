import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformAnswer } from '#main/entrance/admission/platform-answer.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import type { Configuration } from './configurations.ts';
import { Door } from './door.ts';
import { otherSide, SIDES, type Side, type Step } from './steps.ts';
import { nothingYet, type Given, type LetIn, type Truth } from './truth.ts';
import type { Shown } from './vocabulary.ts';

/** One side of the world. */
interface Place {
  readonly side: Side;
  /** The events that its door knows of. */
  readonly known: Set<string>;
  /** Those that happened at it. */
  readonly own: Set<string>;
  /** Those of the other door that it has heard of: it knows of them unless it disregards that door. */
  readonly heardOf: Set<string>;
  disregards: boolean;
  readonly knownOrders: Set<string>;
  /** Something happened at the other door that it has not heard. */
  isBehind: boolean;
  /** How much of what the other one has published it has taken in. */
  heard: number;
  /** A question whose answer is late: what is on its way. */
  late: Pending | null;
  /** What was made of the guest of that question. */
  lateFor: Shown['kind'] | null;
  /** A scan whose question is being answered just now. */
  asking: Pending | null;
  /** What its door knew when it began to ask. */
  askedKnowing: ReadonlySet<string>;
  /** What was on the screen last, and what its door knew then. */
  screen: { readonly tells: Shown['tells']; readonly knew: ReadonlySet<string> } | null;
  /** It has once ended a hold for itself alone. */
  hasEndedHold: boolean;
  restarts: number;
  strays: number;
}

/** A question to the platform whose answer is on its way. */
export interface Pending {
  /** Null: the platform does not have the question yet. */
  readonly answer: PlatformAnswer | null;
  readonly resolve: (answer: PlatformAnswer) => void;
}

/** How it stood at a door before a step. */
interface Stand {
  readonly verdicts: number;
  readonly late: Pending | null;
  readonly asking: Pending | null;
}

/** What a step has come to. */
export interface Taken {
  readonly given: readonly Given[];
  readonly words: string;
}

/** Between two steps, in milliseconds: longer than a door waits for the platform, and than clocks are told apart by. */
const BETWEEN = 3_000;
/** The same while a door is being answered. */
const MOMENT = 10;
const BUDGET = 1_000;
const ELEVEN_MINUTES = 11 * 60_000;
/** Files are made anew after so many traces. */
const TRACES_PER_FILE = 2_000;
const BROKEN: PlatformAnswer = { type: 'unreachable', reason: 'reset' };

/** Two doors of one venue, the platform, and one ticket. Reused for all traces of a configuration. */
export class World {
  readonly configuration: Configuration;
  readonly clock = new FakeClock();
  #truth: Truth = nothingYet();
  #places = { left: emptyPlace('left'), right: emptyPlace('right') };
  #folder: string | null = null;
  #doors: Readonly<Record<Side, Door>> | null = null;
  #traces = 0;
  readonly #root: string;

  /** @param root where files may be made; at best in memory */
  constructor(configuration: Configuration, root: string) {
    this.configuration = configuration;
    this.#root = root;
  }

  get truth(): Truth {
    return this.#truth;
  }

  door(side: Side): Door {
    if (this.#doors === null) throw new Error('no trace has begun');
    return this.#doors[side];
  }

  place(side: Side): Place {
    return this.#places[side];
  }

  /** A new trace: an evening at which nothing has happened yet. */
  begin(): void {
    if (this.#traces % TRACES_PER_FILE === 0) this.#makeFiles();
    this.#traces += 1;
    const { ticket, isTwin, snapshots, reentry, skew } = this.configuration;
    this.#truth = nothingYet();
    this.#truth.spent = ticket === 'used elsewhere' ? 1 : 0;
    this.#places = { left: emptyPlace('left'), right: emptyPlace('right') };
    const number = this.#traces * 2;
    const own = { ticketId: number, performanceId: number };
    const twin = { ticketId: number + 1, performanceId: number + 1 };
    const bearers = { code: `T${number}`, ids: isTwin ? [own, twin] : [own] };
    for (const [index, side] of SIDES.entries()) {
      const snapshot = snapshots[index] ?? 'nothing';
      const ahead = side === 'left' ? skew : 0;
      this.door(side).begin({ ticket: bearers, snapshot, reentry, skew: ahead });
    }
  }

  close(): void {
    this.#closeFiles();
  }

  /** Whether a step makes sense now. */
  isPossible({ side, kind }: Step): boolean {
    const place = this.place(side);
    const door = this.door(side);
    if (kind === 'told' || kind === 'gives up') return place.asking !== null;
    if (place.asking !== null && !WHILE_ASKING.includes(kind)) return false;
    switch (kind) {
      case 'late':
      case 'slow':
      case 'begins':
        return place.late === null;
      case 'answered':
      case 'unanswered':
        return place.late !== null;
      case 'hears':
        return place.isBehind;
      case 'glimpses':
        // With a single one it would hear everything.
        return this.door(otherSide(side)).publishedCount - place.heard > 1;
      case 'overrides':
        return place.screen !== null && door.mayOverride;
      case 'withdraws':
        return this.#withdrawable(side) !== null;
      case 'checks out':
        return this.#truth.inside.length > 0 || place.strays === 0;
      case 'holds':
        return !door.isHeld;
      case 'goes on':
      case 'ends here':
        return door.isHeld;
      case 'uploads':
        return door.waiting.length > 0;
      case 'restarts':
        return place.restarts === 0;
      case 'disregards':
        return !place.disregards;
      case 'believes':
        return place.disregards;
      case 'wait':
        return SIDES.every((each) => this.place(each).asking === null);
      case 'up':
      case 'lost':
      case 'cut':
      case 'down':
        return true;
    }
  }

  /** Takes a step. Returns the verdicts that it has led to, and what it came to in words. */
  async take({ side, kind }: Step): Promise<Taken> {
    const before = { left: this.#standAt('left'), right: this.#standAt('right') };
    const words = await this.#act(side, kind);
    const given: Given[] = [];
    for (const each of kind === 'restarts' ? [] : SIDES) {
      const shown = this.door(each).newest;
      if (shown === null || this.door(each).verdicts === before[each].verdicts) continue;
      given.push(this.#give(this.place(each), kind, shown));
    }
    const changed = [...this.#changed(side, kind, before), ...given.map((each) => each.side)];
    for (const each of new Set(changed)) {
      this.door(each).follow();
      this.place(otherSide(each)).isBehind = true;
    }
    await this.clock.advance(this.#isAsking ? MOMENT : BETWEEN);
    return { given, words: given.length === 0 ? words : given.map(sayVerdict).join(', ') };
  }

  /** The step that brings everything nearer to its end: answers come, both doors hear all, and what waits is uploaded. */
  towardsRest(): Step | null {
    for (const kind of ['told', 'answered', 'hears', 'uploads'] as const) {
      for (const side of SIDES) {
        const step = { side, kind };
        if (this.isPossible(step)) return step;
      }
    }
    return null;
  }

  async #act(side: Side, kind: Step['kind']): Promise<string> {
    const place = this.place(side);
    const door = this.door(side);
    switch (kind) {
      case 'up':
        door.read(() => Promise.resolve(this.#ask()));
        return this.#wait();
      case 'late':
        door.read(() => inTheAir(place, 'late', this.#ask()));
        return this.#wait(BUDGET);
      case 'slow':
        door.read(() => inTheAir(place, 'late', null));
        this.#giveUp(this.place(otherSide(side)));
        return this.#wait(BUDGET);
      case 'begins':
        door.read(() => {
          place.askedKnowing = new Set(place.known);
          return inTheAir(place, 'asking', this.#ask());
        });
        return this.#wait();
      case 'lost':
        door.read(() => {
          this.#ask();
          return Promise.resolve(BROKEN);
        });
        return this.#wait();
      case 'cut':
        door.read(() => Promise.resolve(BROKEN));
        return this.#wait();
      case 'down':
        door.read(null);
        return this.#wait();
      case 'told':
      case 'answered': {
        const which = kind === 'told' ? 'asking' : 'late';
        const pending = place[which];
        place[which] = null;
        const answer = pending?.answer ?? this.#ask();
        pending?.resolve(answer);
        // Whoever was let in meanwhile has used it.
        const isForNobody = kind === 'answered' && place.lateFor !== 'admit';
        if (isForNobody && answer.type === 'admitted') this.#truth.hasUnclaimed = true;
        return this.#wait();
      }
      case 'unanswered':
        place.late?.resolve(BROKEN);
        place.late = null;
        return this.#wait();
      case 'gives up':
        // Time passes for both doors.
        for (const each of SIDES) this.#giveUp(this.place(each));
        return this.#wait(BUDGET);
      case 'hears':
        this.#hear(side);
        return '';
      case 'glimpses':
        this.#glimpse(side);
        return '';
      case 'overrides':
        return this.#override(side);
      case 'withdraws':
        return this.#withdraw(side);
      case 'checks out':
        door.read(null, 'let-out');
        return this.#wait();
      case 'holds':
      case 'goes on':
        door.orderHold(kind === 'holds');
        this.#order(place, kind === 'holds');
        return '';
      case 'ends here':
        door.endHoldHere();
        place.hasEndedHold = true;
        return '';
      case 'uploads':
        this.#upload(side);
        return '';
      case 'restarts':
        // Who waits for an answer waits in a process that is gone.
        place.late = null;
        place.asking = null;
        place.screen = null;
        place.restarts += 1;
        door.restart();
        return '';
      case 'disregards':
      case 'believes':
        this.#believe(place, kind === 'believes');
        return '';
      case 'wait':
        for (const each of SIDES) {
          this.place(each).late?.resolve(BROKEN);
          this.place(each).late = null;
        }
        await this.clock.advance(ELEVEN_MINUTES);
        return '';
    }
  }

  #standAt(side: Side): Stand {
    const { late, asking } = this.place(side);
    return { verdicts: this.door(side).verdicts, late, asking };
  }

  /** The doors at which something has happened that the other one has to hear of. */
  #changed(side: Side, kind: Step['kind'], before: Readonly<Record<Side, Stand>>): readonly Side[] {
    if (UNHEARD.includes(kind)) return [];
    if (kind !== 'wait' && kind !== 'gives up') return [side];
    return SIDES.filter((each) => {
      const { late, asking } = this.place(each);
      return late !== before[each].late || asking !== before[each].asking;
    });
  }

  get #isAsking(): boolean {
    return SIDES.some((side) => this.place(side).asking !== null);
  }

  /** The time for a question is over: what comes now is late. */
  #giveUp(place: Place): void {
    place.late ??= place.asking;
    place.asking = null;
  }

  async #wait(ms = 0): Promise<string> {
    await this.clock.advance(ms);
    return '';
  }

  /** Whether the platform admits nobody with the ticket any more. */
  get isUsedUp(): boolean {
    const { ticket, isTwin } = this.configuration;
    return ticket === 'voided' || this.#truth.spent > (isTwin ? 1 : 0);
  }

  /** How often a door has asked the platform in this trace, or has begun to. */
  get questions(): number {
    return SIDES.reduce((sum, side) => sum + this.door(side).questions, 0);
  }

  #ask(): PlatformAnswer {
    if (this.configuration.ticket === 'voided') return refused(14);
    if (this.isUsedUp) return refused(12);
    this.#truth.spent += 1;
    return { type: 'admitted', ticket: NOTHING_KNOWN };
  }

  /** Takes a verdict into the truth. */
  #give(place: Place, kind: Step['kind'], shown: Shown): Given {
    const { side, known, screen } = place;
    const { id } = shown;
    const { letIns, outs, inside } = this.#truth;
    const knew: ReadonlySet<string> = new Set(known);
    const isOverride = kind === 'overrides';
    if (BECOMES_LATE.includes(kind)) place.lateFor = shown.kind;
    const purpose = isOverride ? 'override' : kind === 'checks out' ? 'leave' : 'admit';
    const given: Given = { side, shown, purpose, isCaughtUp: !place.isBehind, knew };
    if (shown.kind === 'admit') {
      const wasShown = isOverride && screen !== null && screen.tells !== 'nothing';
      // What is heard while the platform is asked is no news to the answer.
      const isAnswer = kind === 'told' && shown.by === 'platform';
      letIns.push({
        ...{
          id,
          side,
          by: shown.by,
          knew: isAnswer ? place.askedKnowing : knew,
          beside: [...inside],
          isWithdrawn: false,
        },
        shown: wasShown ? screen.knew : new Set(),
        leftBefore: outs.filter(({ of }) => of !== null).length,
      });
      inside.push(id);
      place.own.add(id);
      known.add(id);
    } else if (shown.kind === 'exit') {
      const of = this.#leaver(side);
      if (of === null) place.strays += 1;
      else inside.splice(inside.indexOf(of), 1);
      outs.push({ id, side, knew, of });
      place.own.add(id);
      known.add(id);
    } else {
      if (MAY_HAVE_SPENT.includes(kind)) this.#truth.questions.set(id, knew);
      if (shown.isPlatformRefusal) this.#truth.refusals.add(id);
      place.own.add(id);
      known.add(id);
    }
    place.screen = { tells: shown.tells, knew: new Set(known) };
    return given;
  }

  /** Who leaves at a door: at best somebody who has come in at it. Null: nobody is inside. */
  #leaver(side: Side): string | null {
    const { letIns, inside } = this.#truth;
    const present = letIns.filter(({ id }) => inside.includes(id));
    return (present.findLast((one) => one.side === side) ?? present.at(-1))?.id ?? null;
  }

  #hear(side: Side): void {
    const place = this.place(side);
    const other = this.place(otherSide(side));
    const from = this.door(otherSide(side));
    this.door(side).hear(from.published(place.heard));
    place.heard = from.publishedCount;
    this.#learn(place, other.own);
    for (const order of other.knownOrders) place.knownOrders.add(order);
    place.isBehind = false;
  }

  /** Only the newest message arrives: what came before it comes later. */
  #glimpse(side: Side): void {
    const place = this.place(side);
    const from = this.door(otherSide(side));
    const newest = from.published(from.publishedCount - 1);
    this.door(side).hear({ ...newest, orders: [] });
    const { own } = this.place(otherSide(side));
    this.#learn(
      place,
      from.subjectsOf(newest).filter((id) => own.has(id)),
    );
  }

  #learn({ heardOf, known, disregards }: Place, ids: Iterable<string>): void {
    for (const id of ids) {
      heardOf.add(id);
      if (!disregards) known.add(id);
    }
  }

  #believe(place: Place, isBelieved: boolean): void {
    place.disregards = !isBelieved;
    if (isBelieved) for (const id of place.heardOf) place.known.add(id);
    else for (const id of place.heardOf) place.known.delete(id);
    this.door(place.side).believe(this.door(otherSide(place.side)), isBelieved);
  }

  async #override(side: Side): Promise<string> {
    const place = this.place(side);
    const done = await this.door(side).override();
    await this.clock.advance(0);
    if (done?.type !== 'stopped') return '';
    // Whoever presses again has seen what stopped it.
    if (done.tells !== 'nothing') place.screen = { tells: done.tells, knew: new Set(place.known) };
    return `stopped: ${done.because}`;
  }

  #withdrawable(side: Side): LetIn | null {
    const mine = this.#truth.letIns.filter((one) => one.side === side && !one.isWithdrawn);
    return mine.at(-1) ?? null;
  }

  #withdraw(side: Side): string {
    const one = this.#withdrawable(side);
    if (one === null || !this.door(side).withdraw(one.id)) return 'not possible';
    const { inside } = this.#truth;
    one.isWithdrawn = true;
    if (inside.includes(one.id)) inside.splice(inside.indexOf(one.id), 1);
    const id = `w/${one.id}`;
    this.place(side).own.add(id);
    this.place(side).known.add(id);
    return 'withdrawn';
  }

  #order({ side, knownOrders }: Place, isHeld: boolean): void {
    const { orders } = this.#truth;
    const id = `${side} ${orders.filter((each) => each.id.startsWith(side)).length}`;
    orders.push({ id, isHeld, knew: new Set(knownOrders) });
    knownOrders.add(id);
  }

  #upload(side: Side): void {
    const { ticket } = this.configuration;
    const isRefused = ticket === 'voided';
    if (this.door(side).waiting.length === 0) return;
    this.door(side).upload(isRefused ? 'refused' : 'recorded', this.#truth.spent > 0);
    if (!isRefused) this.#truth.spent = Math.max(1, this.#truth.spent);
  }

  #makeFiles(): void {
    this.#closeFiles();
    const folder = mkdtempSync(join(this.#root, 'usher-explorer-'));
    this.#folder = folder;
    const { isCloned } = this.configuration;
    const open = (side: Side): Door =>
      new Door({ name: side, kioskId: isCloned ? 'clone' : side, folder, clock: this.clock });
    this.#doors = { left: open('left'), right: open('right') };
  }

  #closeFiles(): void {
    if (this.#doors !== null) for (const side of SIDES) this.#doors[side].close();
    this.#doors = null;
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }
}

/** What the other door does not hear of. */
const UNHEARD: readonly Step['kind'][] = ['hears', 'glimpses', 'disregards', 'believes'];
/** What may happen at a door while it asks the platform. */
const WHILE_ASKING: readonly Step['kind'][] = ['hears', 'glimpses', 'restarts'];
const BECOMES_LATE: readonly Step['kind'][] = ['late', 'slow', 'gives up'];
/** Scans after which the platform may have spent the ticket for somebody who was refused. */
const MAY_HAVE_SPENT: readonly Step['kind'][] = ['late', 'slow', 'lost', 'cut', 'gives up'];

const NOTHING_KNOWN = {
  ...{ name: null, performance: null, section: null, seat: null, ticketsScanned: null },
  ...{ ticketsSold: null, countedAt: null, successHtml: null, patron: null },
};

function refused(code: number): PlatformAnswer {
  const error = { code, key: 'error.some', name: 'Some', forceLogout: false, messageHtml: null };
  return { type: 'refused', error };
}

function sayVerdict({ shown: { kind, by } }: Given): string {
  return by === 'none' ? kind : `${kind}, by ${by}`;
}

function inTheAir(
  place: Place,
  when: 'late' | 'asking',
  answer: PlatformAnswer | null,
): Promise<PlatformAnswer> {
  return new Promise((resolve) => (place[when] = { answer, resolve }));
}

function emptyPlace(side: Side): Place {
  return {
    ...{ side, known: new Set(), own: new Set(), heardOf: new Set(), knownOrders: new Set() },
    ...{ isBehind: false, disregards: false },
    ...{
      heard: 0,
      late: null,
      lateFor: null,
      asking: null,
      askedKnowing: new Set(),
      screen: null,
      restarts: 0,
      strays: 0,
    },
    hasEndedHold: false,
  };
}
