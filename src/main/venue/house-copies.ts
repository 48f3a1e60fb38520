import { randomUUID } from 'node:crypto';
import type { Clock } from '#main/base/ports.ts';
import { unlessAborted } from '#main/base/unless-aborted.ts';
import { withTimeout } from '#main/base/with-timeout.ts';
import type { CopyClaim, DoorCopies, HeldCopy } from './copy-messages.ts';
import type { FromHouse, ToHouse } from './worker-messages.ts';

/** How long the broker is waited for after a start, in milliseconds. */
const JOINING = 3_000;
/** How long after joining all doors have told what they have, in milliseconds: they are asked to within one second. */
const LISTENED = 2_000;
/** How long after a claim another door's may still be on its way, in milliseconds. */
const CLAIMS_CROSS = 500;
/** How long a claim to a download is waited for, in milliseconds. */
const LONGEST_WAIT = 180_000;
/** How long a door may take to hand over a piece, in milliseconds, and how often it is asked. */
const PIECE_WITHIN = 2_000;
const ASKED_AT_MOST = 3;
/** How long nothing is taken from a door that did not hand over what it has, or handed over something else, in ms. */
const SILENT_FOR = 60_000;
const SPOILT_FOR = 600_000;
/** By how much the clocks of two doors may differ, in milliseconds. */
const CLOCKS_DIFFER = 60_000;
/** How many pieces may wait to be handed over: what is not is asked for again. */
const MOST_TO_LEND = 100;

/** The tickets that this door wants a copy of, by marks. */
export interface WantedCopy extends Pick<CopyClaim, 'tickets' | 'user'> {
  /** Whether the same user must have downloaded it: another one's has no patrons for this one. */
  readonly mustBeOwn: boolean;
  /** Whether this door could ask the platform itself. */
  readonly canDownload: boolean;
}

/** What this door has of them: which download, and as of when. */
export type OwnCopy = Pick<HeldCopy, 'download' | 'asOf'>;

/** A copy at another door. */
export interface CopyElsewhere {
  readonly copy: HeldCopy;
  /** Asks for a piece; null: that door does not hand it over (any more). */
  readonly piece: (number: number, signal: AbortSignal) => Promise<string | null>;
  /** Called when what it handed over is no good: for a while nothing is taken from it. */
  spoil(): void;
}

export interface HouseCopiesPorts {
  readonly clock: Clock;
  /** The platform's time; null while it is not known. */
  readonly platformNow: () => number | null;
  /** The copies that this door has. */
  readonly held: () => readonly HeldCopy[];
  /** Returns a piece of one of them; null if there is none (any more). */
  readonly lend: (asked: Asked) => string | null;
  /** The origins of the doors that are there. */
  readonly doors: () => readonly string[];
  /** Since when they can be heard, on the steady clock; null: they cannot. */
  readonly link: () => number | 'joining' | null;
  readonly post: (message: ToHouse) => void;
  /** Called when another door may have a newer copy. */
  readonly onNews: () => void;
}

/** What another door says of a piece. */
interface Answer {
  readonly body: string | null;
}

/** Which piece another door asks for. */
type Asked = Pick<Extract<FromHouse, { type: 'copy asked' }>, 'download' | 'piece' | 'user'>;

/**
 * The copies of the tickets in this house: one door downloads, the others take it over. Whoever is due first claims
 * the download; who is due meanwhile waits for it, and takes over what is newer elsewhere.
 */
export class HouseCopies {
  readonly #ports: HouseCopiesPorts;
  readonly #others = new Map<string, DoorCopies>();
  readonly #claims = new Set<CopyClaim>();
  /** Called when something has come. */
  readonly #waiting = new Set<() => void>();
  readonly #asked = new Map<string, (body: string | null) => void>();
  /** Doors from which nothing is taken, and until when, on the steady clock. */
  readonly #spoilt = new Map<string, number>();
  /** Since when the claims of others have been heard, by their ids, on the steady clock. */
  readonly #claimedSince = new Map<string, number>();
  /** Pieces that others have asked for: one is handed over at a time, so that guests come in between. */
  readonly #toLend: Extract<FromHouse, { type: 'copy asked' }>[] = [];
  #isLending = false;
  #told: DoorCopies | null = null;

  constructor(ports: HouseCopiesPorts) {
    this.#ports = ports;
  }

  /** Tells the others what this door has, if that has changed; or all of it, to a thread that knows nothing yet. */
  tell(isAnew = false): void {
    const copies: DoorCopies = { held: this.#ports.held(), claims: [...this.#claims] };
    if (!isAnew && this.#told !== null && isSame(copies, this.#told)) return;
    this.#told = copies;
    this.#ports.post({ type: 'copies', copies });
  }

  /** Takes in what has come of copies. */
  hear(word: Extract<FromHouse, { type: 'copies' | 'copy asked' | 'copy came' }>): void {
    switch (word.type) {
      case 'copies':
        this.#others.set(word.from, word.copies);
        this.#noteClaims();
        this.#wakeAll();
        this.#ports.onNews();
        return;
      case 'copy asked':
        if (this.#toLend.length < MOST_TO_LEND) this.#toLend.push(word);
        this.#lendSoon();
        return;
      case 'copy came':
        this.#asked.get(keyOf(word.from, word.download, word.piece))?.(word.body);
        return;
    }
  }

  /** Called when other doors have come or gone. */
  look(): void {
    const there = new Set(this.#ports.doors());
    for (const door of this.#others.keys()) if (!there.has(door)) this.#others.delete(door);
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Whether another door has a copy of these tickets that is newer than this one's. */
  hasNewer(wanted: WantedCopy, own: OwnCopy | null): boolean {
    return this.#newest(wanted, own) !== null;
  }

  /**
   * Returns a newer copy of another door, or null if this one is to download it; then the claim that the others
   * wait for stands until `done`.
   */
  async find(
    wanted: WantedCopy,
    own: OwnCopy | null,
    signal: AbortSignal,
  ): Promise<CopyElsewhere | { readonly done: () => void }> {
    await this.#listen(signal);
    const isCalledOff = () => signal.aborted;
    while (!isCalledOff()) {
      const newest = this.#newest(wanted, own);
      if (newest !== null) return newest;
      if (!wanted.canDownload) return { done: () => undefined };
      if (this.#rivals(wanted).length === 0) {
        const claim = { tickets: wanted.tickets, user: wanted.user, id: randomUUID() };
        this.#claim(claim);
        const done = () => this.#withdraw(claim);
        if (this.#others.size > 0) await this.#after(CLAIMS_CROSS, signal);
        if (isCalledOff() || this.#rivals(wanted).every(({ id }) => id > claim.id)) {
          return { done };
        }
        done();
      }
      await this.#news(LONGEST_WAIT, signal);
    }
    return { done: () => undefined };
  }

  /** Who has just started does not know yet what there is. */
  async #listen(signal: AbortSignal): Promise<void> {
    const { clock, link } = this.#ports;
    const until = clock.steady() + JOINING;
    while (link() === 'joining' && clock.steady() < until && !signal.aborted) {
      await this.#news(until - clock.steady(), signal);
    }
    const since = link();
    if (typeof since !== 'number') return;
    const left = since + LISTENED - clock.steady();
    if (left > 0) await this.#after(left, signal);
  }

  /** Asks another door for a piece. */
  async #ask(
    door: string,
    copy: HeldCopy,
    user: string,
    piece: number,
    signal: AbortSignal,
  ): Promise<string | null> {
    const { download } = copy;
    const key = keyOf(door, download, piece);
    let answer: Answer | null = null;
    for (let turn = 0; turn < ASKED_AT_MOST && answer === null && !signal.aborted; turn += 1) {
      const came = new Promise<Answer>((resolve) => {
        this.#asked.set(key, (body) => resolve({ body }));
      });
      this.#ports.post({ type: 'ask copy', to: door, download, piece, user });
      answer = await this.#within(PIECE_WITHIN, came, signal);
    }
    this.#asked.delete(key);
    const body = answer?.body ?? null;
    if (body === null && !signal.aborted) this.#spoil(door, SILENT_FOR);
    return body;
  }

  #spoil(door: string, ms: number): void {
    const now = this.#ports.clock.steady();
    for (const [other, until] of this.#spoilt) if (until <= now) this.#spoilt.delete(other);
    this.#spoilt.set(door, Math.max(now + ms, this.#spoilt.get(door) ?? 0));
  }

  #lendSoon(): void {
    if (this.#isLending || this.#toLend.length === 0) return;
    this.#isLending = true;
    this.#ports.clock.after(0, () => {
      this.#isLending = false;
      const asked = this.#toLend.shift();
      if (asked !== undefined) {
        const { from, download, piece } = asked;
        const body = this.#ports.lend(asked);
        this.#ports.post({ type: 'hand over', to: from, download, piece, body });
      }
      this.#lendSoon();
    });
  }

  #noteClaims(): void {
    const now = this.#ports.clock.steady();
    const told = new Set(
      [...this.#others.values()].flatMap(({ claims }) => claims.map(({ id }) => id)),
    );
    for (const id of this.#claimedSince.keys()) if (!told.has(id)) this.#claimedSince.delete(id);
    for (const id of told) if (!this.#claimedSince.has(id)) this.#claimedSince.set(id, now);
  }

  #newest(wanted: WantedCopy, own: OwnCopy | null): CopyElsewhere | null {
    const { clock, platformNow } = this.#ports;
    // What says that it is from the future would never be replaced.
    const latest = (platformNow() ?? Infinity) + CLOCKS_DIFFER;
    const copies = [...this.#others].flatMap(([door, { held }]) =>
      held
        .filter(() => (this.#spoilt.get(door) ?? 0) <= clock.steady())
        .filter((copy) => isFor(wanted, copy) && copy.asOf <= latest)
        .filter(({ asOf }) => asOf > (own?.asOf ?? -Infinity))
        .map((copy) => ({ door, copy })),
    );
    const asOf = Math.max(...copies.map(({ copy }) => copy.asOf));
    // Whoever has it hands it over, not always the same one.
    const newest = copies.filter(({ copy }) => copy.asOf === asOf);
    const one = newest[Math.floor(Math.random() * newest.length)];
    if (one === undefined) return null;
    const { door, copy } = one;
    return {
      copy,
      piece: (piece, signal) => this.#ask(door, copy, wanted.user, piece, signal),
      spoil: () => this.#spoil(door, SPOILT_FOR),
    };
  }

  /** The claims of other doors to what this one wants, without those that have come to nothing for too long. */
  #rivals(wanted: WantedCopy): readonly CopyClaim[] {
    const since = this.#ports.clock.steady() - LONGEST_WAIT;
    return [...this.#others.values()].flatMap(({ claims }) =>
      claims.filter(
        (claim) => isFor(wanted, claim) && (this.#claimedSince.get(claim.id) ?? Infinity) > since,
      ),
    );
  }

  #claim(claim: CopyClaim): void {
    this.#claims.add(claim);
    this.tell();
  }

  /** With what this door has since: whoever waited sees both at once. */
  #withdraw(claim: CopyClaim): void {
    this.#claims.delete(claim);
    this.tell();
  }

  /** Resolves when something comes, or after so many milliseconds. */
  async #news(ms: number, signal: AbortSignal): Promise<void> {
    let wake = (): void => undefined;
    const came = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.#waiting.add(wake);
    await this.#within(ms, came, signal);
    this.#waiting.delete(wake);
  }

  async #after(ms: number, signal: AbortSignal): Promise<void> {
    await this.#within(ms, new Promise<void>(() => undefined), signal);
  }

  /** Null if it takes longer than so many milliseconds, or is called off. */
  #within<T>(ms: number, work: Promise<T>, signal: AbortSignal): Promise<T | null> {
    return unlessAborted(withTimeout(this.#ports.clock, ms, work, null), signal);
  }
}

function isFor(wanted: WantedCopy, other: Pick<HeldCopy, 'tickets' | 'user'>): boolean {
  return other.tickets === wanted.tickets && (!wanted.mustBeOwn || other.user === wanted.user);
}

function keyOf(...parts: readonly (string | number)[]): string {
  return parts.join(' ');
}

/** Whether nothing has come or gone: what stays is the same object. */
function isSame(one: DoorCopies, other: DoorCopies): boolean {
  return haveSame(one.held, other.held) && haveSame(one.claims, other.claims);
}

function haveSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, place) => each === others[place]);
}
