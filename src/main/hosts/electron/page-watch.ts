import type { Clock } from '#main/base/ports.ts';

/** How often the page is asked for a sign of life, in milliseconds. */
export const BEAT = 2_000;
/** The page counts as hung after so many beats without an answer. */
export const MOST_SILENT = 5;
/** The same while the page is being loaded. */
export const MOST_LOADING = 15;

export interface PageWatchParts {
  readonly clock: Clock;
  /**
   * Asks the page whether it shows a screen, and returns the answer. Never settles while the page hangs.
   */
  readonly ask: () => Promise<boolean>;
  /**
   * Called when the page has answered: it has received everything that was sent to it until `at`, on the
   * steady clock.
   */
  readonly onAlive: (at: number) => void;
  /**
   * Called when the page shows a screen again; the last time it was known not to was `awayAt`, on the
   * steady clock.
   */
  readonly onBack: (awayAt: number) => void;
  /** Called when the page does not answer, or shows nothing: it has to be loaded anew. */
  readonly onHang: () => void;
}

/**
 * Polls the page. Electron itself notices a hung page only by key events that it does not handle, and at a
 * kiosk nobody may press any. Beats are counted instead of time, so that the sleep of the machine or a
 * stopped process does not count against the page.
 */
export class PageWatch {
  readonly #parts: PageWatchParts;
  #silent = 0;
  /** Whether the page is absent: not loaded yet, gone, or being loaded. */
  #isAway = true;
  /** When the page was last known to be absent, on the steady clock. */
  #awayAt = -Infinity;
  /** The pending question; answers to earlier ones are ignored. */
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

  /** Called when something important was sent to the page: asks at once whether it has arrived. */
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
    // `onBack` first: what was sent while the page was absent was not shown. What was sent since may have
    // been.
    if (this.#isAway) {
      this.#isAway = false;
      this.#parts.onBack(this.#awayAt);
    }
    this.#parts.onAlive(askedAt);
    if (this.#askAgain) this.#ask();
  }
}
