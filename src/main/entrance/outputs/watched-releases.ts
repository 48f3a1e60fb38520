import {
  RELEASES_OF_A_FAULTY_INPUT,
  RELEASES_OF_AN_UNREAD_INPUT,
  type Releases,
} from '#shared/model/output.ts';
import type { OutputTimings } from './timings.ts';

/** For which admission a gate is released. */
export interface Release {
  /** The id of the admission's entry in the ledger. */
  readonly entryId: string;
  /** It was released for it before, and nobody went through. */
  readonly isAgain: boolean;
}

/** One reading of a gate's input; its times are on the steady clock. */
export interface InputReading {
  readonly isOn: boolean;
  readonly askedAt: number;
  readonly answeredAt: number;
}

export interface WatchedReleasesOptions {
  /** How long a guest may have to go through, in milliseconds. */
  readonly passWithin: number;
  readonly timings: Pick<OutputTimings, 'inputUnseen' | 'opensAgainWithin'>;
  /** The input was faulty in an earlier run, and nobody has looked at it. */
  readonly isFaulty: boolean;
  readonly onFaulty: () => void;
  /** Called when the input turns out not to be read in time again and again. */
  readonly onUnread: () => void;
}

/** A release whose guest may still go through. */
interface OpenRelease {
  readonly release: Release;
  /** Until when its guest may go through, on the steady clock. */
  readonly until: number;
  /** The input was read without a gap in which a guest could have gone through unseen. */
  isSeen: boolean;
  /** The input was on, for whoever stood there before or went through faster than it was read. */
  wasOn: boolean;
  wasOff: boolean;
  /** Somebody went through since, perhaps the guest before. */
  othersPassed: boolean;
}

/**
 * Tells from readings of a gate's input which of its releases were used. That nobody went through needs proof: the
 * input was seen to be off all the time. Whatever else it does, the release counts for nothing.
 */
export class WatchedReleases {
  readonly #options: WatchedReleasesOptions;
  /** In their order. */
  #open: readonly OpenRelease[] = [];
  #newest:
    | (Pick<OpenRelease, 'release' | 'until'> & { readonly at: number; wasNotPassed: boolean })
    | null = null;
  /** Null: nobody has read it since it was last of interest. */
  #isOn: boolean | null = null;
  #askedAt = 0;
  #count = 0;
  #passed = 0;
  #notPassed = 0;
  /** So many releases in a row after which nobody was seen to go through. */
  #unused = 0;
  /** So many releases in a row for which the input could not be read. */
  #unread = 0;
  #isFaulty: boolean;

  constructor(options: WatchedReleasesOptions) {
    this.#options = options;
    this.#isFaulty = options.isFaulty;
  }

  get counts(): Releases {
    const [count, passed, notPassed] = [this.#count, this.#passed, this.#notPassed];
    const isUnread = this.#unread >= RELEASES_OF_AN_UNREAD_INPUT;
    return { count, passed, notPassed, isFaulty: this.isFaulty, isUnread };
  }

  get isFaulty(): boolean {
    return this.#isFaulty;
  }

  /** Whether somebody may still go through, in time or later, so that the input is of interest. */
  get isAwaiting(): boolean {
    return this.#open.length > 0 || this.#newest?.wasNotPassed === true;
  }

  /** Called when the gate is about to be opened, for whomever: from now on it is not open for anybody before. */
  noteCommand(): void {
    this.#newest = null;
  }

  /**
   * Called when the gate has opened.
   *
   * @param toldAt when it was told to; `doneAt`: when it had answered; both on the steady clock
   */
  noteOpened(release: Release, toldAt: number, doneAt: number): void {
    if (!this.isAwaiting) [this.#isOn, this.#askedAt] = [null, toldAt];
    const isOn = this.#isOn === true;
    const until = doneAt + this.#options.passWithin;
    this.#open = [
      ...this.#open,
      {
        ...{ release, until },
        ...{ isSeen: true, wasOn: isOn, wasOff: false, othersPassed: false },
      },
    ];
    this.#newest = { release, until, at: toldAt, wasNotPassed: false };
    this.#count += 1;
  }

  /** Called with each reading, in their order. */
  noteReading({ isOn, askedAt, answeredAt }: InputReading): void {
    // In a longer gap somebody could have gone through and away.
    const isGap = answeredAt - this.#askedAt > this.#options.timings.inputUnseen;
    const hasComeOn = isOn && this.#isOn === false;
    [this.#isOn, this.#askedAt] = [isOn, askedAt];
    if (hasComeOn) this.#notePassed();
    for (const open of this.#open) {
      open.isSeen &&= !isGap;
      open.wasOn ||= isOn;
      open.wasOff ||= !isOn;
    }
    if (this.#newest?.wasNotPassed === true) this.#goOn(this.#newest.at, isGap || isOn, askedAt);
    for (const open of this.#open.filter(({ until }) => until <= askedAt)) this.#end(open);
  }

  /** Called when the input could not be read: whether anybody goes through is not known any more. */
  noteUnread(): void {
    const before = this.#unread;
    this.#unread += this.#open.length;
    const isNews =
      before < RELEASES_OF_AN_UNREAD_INPUT && this.#unread >= RELEASES_OF_AN_UNREAD_INPUT;
    this.#open = [];
    if (this.#newest?.wasNotPassed === true) this.#newest = null;
    if (isNews) this.#options.onUnread();
  }

  /**
   * Whether the gate may be opened once more for this admission: it was the last one that it was opened for, a short
   * time ago, nobody went through, and whoever comes was not read before that was known.
   *
   * @param now on the steady clock, as `readAt` is
   */
  mayOpenAgain(entryId: string, now: number, readAt = now): boolean {
    const newest = this.#newest;
    if (newest === null || this.#isFaulty || !newest.wasNotPassed) return false;
    const { release, at, until } = newest;
    const { opensAgainWithin, inputUnseen } = this.#options.timings;
    const isInTime = now - at <= opensAgainWithin && readAt >= until;
    // Since the last reading somebody may have gone through after all.
    const isSeen = now - this.#askedAt <= inputUnseen;
    return release.entryId === entryId && !release.isAgain && isInTime && isSeen;
  }

  /** Called when somebody has looked at the input. */
  noteLookedAt(): void {
    [this.#isFaulty, this.#unused] = [false, 0];
    this.#newest = null;
  }

  /** The gate may open again as long as nobody goes through after all. */
  #goOn(openedAt: number, isDoubtful: boolean, now: number): void {
    const isOver = now - openedAt > this.#options.timings.opensAgainWithin;
    if (isDoubtful || isOver) this.#newest = null;
  }

  /** One guest for each time that the input comes on, and none for whom the gate was not opened. */
  #notePassed(): void {
    const [first, ...others] = this.#open;
    if (first === undefined) {
      if (this.#newest?.wasNotPassed !== true) return;
      // Somebody took their time.
      this.#notPassed -= 1;
      this.#passed += 1;
      this.#unused = 0;
      return;
    }
    for (const other of others) other.othersPassed = true;
    this.#open = others;
    this.#unread = 0;
    this.#passed += 1;
    this.#unused = 0;
  }

  #end(open: OpenRelease): void {
    this.#open = this.#open.filter((other) => other !== open);
    // It was read to the end.
    this.#unread = 0;
    const { release, isSeen, wasOn, wasOff, othersPassed } = open;
    if (!isSeen || othersPassed) return;
    const isUnused = !wasOn;
    if (isUnused) {
      this.#notPassed += 1;
      if (this.#newest?.release === release) this.#newest.wasNotPassed = true;
    }
    // One that is on all the time tells as little as one that never is.
    if (isUnused || !wasOff) this.#unused += 1;
    if (this.#unused < RELEASES_OF_A_FAULTY_INPUT || this.#isFaulty) return;
    this.#isFaulty = true;
    this.#options.onFaulty();
  }
}
