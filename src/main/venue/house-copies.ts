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
/** How long the download of another door is waited for, in milliseconds. */
const LONGEST_WAIT = 180_000;
/** How long a door may take to hand over a piece, in milliseconds, and how often it is asked. */
const PIECE_WITHIN = 2_000;
const ASKED_AT_MOST = 3;
/** How long a door that did not hand over a copy is not asked for it again, in milliseconds. */
const SPOILT_FOR = 60_000;

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
  /** Copies that a door did not hand over, and until when they count for nothing, on the steady clock. */
  readonly #spoilt = new Map<string, number>();
  #told = '';

  constructor(ports: HouseCopiesPorts) {
    this.#ports = ports;
  }

  /** Tells the others what this door has, if that has changed; or all of it, to a thread that knows nothing yet. */
  tell(isAnew = false): void {
    const copies: DoorCopies = { held: this.#ports.held(), claims: [...this.#claims] };
    const text = JSON.stringify(copies);
    if (text === this.#told && !isAnew) return;
    this.#told = text;
    this.#ports.post({ type: 'copies', copies });
  }

  /** Takes in what has come of copies. */
  hear(word: Extract<FromHouse, { type: 'copies' | 'copy asked' | 'copy came' }>): void {
    switch (word.type) {
      case 'copies':
        this.#others.set(word.from, word.copies);
        this.#wakeAll();
        this.#ports.onNews();
        return;
      case 'copy asked': {
        const { from, download, piece } = word;
        const body = this.#ports.lend(word);
        this.#ports.post({ type: 'hand over', to: from, download, piece, body });
        return;
      }
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
    const { clock } = this.#ports;
    await this.#listen(signal);
    const until = clock.steady() + LONGEST_WAIT;
    const isCalledOff = () => signal.aborted;
    while (!isCalledOff()) {
      const newest = this.#newest(wanted, own);
      if (newest !== null) return newest;
      if (!wanted.canDownload) return { done: () => undefined };
      if (clock.steady() >= until || this.#rivals(wanted).length === 0) {
        const claim = { tickets: wanted.tickets, user: wanted.user, id: randomUUID() };
        this.#claim(claim);
        const done = () => this.#withdraw(claim);
        if (clock.steady() >= until) return { done };
        if (this.#others.size > 0) await this.#after(CLAIMS_CROSS, signal);
        if (isCalledOff() || this.#rivals(wanted).every(({ id }) => id > claim.id)) {
          return { done };
        }
        done();
      }
      await this.#news(until - clock.steady(), signal);
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
    if (body === null && !signal.aborted) this.#spoil(door, copy);
    return body;
  }

  #spoil(door: string, { download }: HeldCopy): void {
    const now = this.#ports.clock.steady();
    for (const [key, until] of this.#spoilt) if (until <= now) this.#spoilt.delete(key);
    this.#spoilt.set(keyOf(door, download), now + SPOILT_FOR);
  }

  #newest(wanted: WantedCopy, own: OwnCopy | null): CopyElsewhere | null {
    const now = this.#ports.clock.steady();
    const copies = [...this.#others].flatMap(([door, { held }]) =>
      held
        .filter((copy) => isFor(wanted, copy) && copy.asOf > (own?.asOf ?? -Infinity))
        .filter(({ download }) => (this.#spoilt.get(keyOf(door, download)) ?? 0) <= now)
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
      spoil: () => this.#spoil(door, copy),
    };
  }

  /** The claims of other doors to what this one wants. */
  #rivals(wanted: WantedCopy): readonly CopyClaim[] {
    return [...this.#others.values()].flatMap(({ claims }) =>
      claims.filter((claim) => isFor(wanted, claim)),
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
