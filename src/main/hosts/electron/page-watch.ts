import type { Clock } from '#main/base/ports.ts';

/** How often the page is asked for a sign of life, in milliseconds. */
export const BEAT = 2_000;
/** So many beats without one, and the page hangs. */
export const MOST_SILENT = 5;
/** A page that is being loaded gets so many. */
export const MOST_LOADING = 15;

export interface PageWatchParts {
  readonly clock: Clock;
  /** Asks the page; returns whether it shows a screen. Never settles while the page hangs. */
  readonly ask: () => Promise<boolean>;
  /** The page lives, and has had what was sent to it until `at`, on the steady clock. */
  readonly onAlive: (at: number) => void;
  /** The page shows a screen again after it was away; the last that is known is that it was so at `awayAt`. */
  readonly onBack: (awayAt: number) => void;
  /** The page does not answer, or shows nothing: it has to be loaded anew. */
  readonly onHang: () => void;
}

/**
 * Watches over the page. It is asked over and over, because Electron itself notices a page that hangs
 * only by the keys it does not take, and at a kiosk nobody may touch any. Beats are counted, and not
 * time: neither a machine that sleeps nor a process that is stopped is held against the page.
 */
export class PageWatch {
  readonly #parts: PageWatchParts;
  #silent = 0;
  /** Not there: it never was, it is gone, or it is being loaded. */
  #isAway = true;
  /** When it was last seen to be away, on the steady clock. */
  #awayAt = -Infinity;
  /** The question under way; an answer to another one is late. */
  #question: symbol | null = null;
  #askAgain = false;
  #callOff = (): void => undefined;

  constructor(parts: PageWatchParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#callOff = this.#parts.clock.after(BEAT, () => {
      this.start();
      this.#beat();
    });
  }

  stop(): void {
    this.#callOff();
    this.#question = null;
  }

  /** Something worth seeing was sent to the page: whether it got there is asked at once. */
  askNow(): void {
    if (this.#question === null) this.#ask();
    else this.#askAgain = true;
  }

  /** The page's process is gone, or it is loaded anew. */
  noteGone(): void {
    this.#isAway = true;
    this.#awayAt = this.#parts.clock.steady();
    this.#silent = 0;
    this.#question = null;
  }

  #beat(): void {
    this.#silent += 1;
    if (this.#silent > (this.#isAway ? MOST_LOADING : MOST_SILENT)) {
      this.noteGone();
      this.#parts.onHang();
    } else if (this.#question === null) this.#ask();
  }

  #ask(): void {
    const { clock, ask } = this.#parts;
    const question = Symbol();
    const askedAt = clock.steady();
    this.#question = question;
    this.#askAgain = false;
    ask().then(
      (isShown) => this.#answered(question, isShown, askedAt),
      () => this.#answered(question, false, askedAt),
    );
  }

  #answered(question: symbol, isShown: boolean, askedAt: number): void {
    if (this.#question !== question) return;
    this.#question = null;
    if (!isShown) {
      this.#awayAt = this.#parts.clock.steady();
      return;
    }
    this.#silent = 0;
    // First: what was told while it was away, it has not shown. What came since, it may have.
    if (this.#isAway) {
      this.#isAway = false;
      this.#parts.onBack(this.#awayAt);
    }
    this.#parts.onAlive(askedAt);
    if (this.#askAgain) this.#ask();
  }
}
