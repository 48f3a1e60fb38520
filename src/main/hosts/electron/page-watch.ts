import type { Clock } from '#main/base/ports.ts';

/** How often the page is asked for a sign of life, in milliseconds. */
export const BEAT = 2_000;
/** After this many beats without an answer the page hangs. */
export const MOST_SILENT = 5;
/** The same for a page that is being loaded. */
export const MOST_LOADING = 15;

export interface PageWatchParts {
  readonly clock: Clock;
  /** Asks the page; returns whether it shows a screen. Never settles while the page hangs. */
  readonly ask: () => Promise<boolean>;
  /** Called when the page has answered: it has received what was sent until `at`, on the steady clock. */
  readonly onAlive: (at: number) => void;
  /** Called when the page shows a screen again; it was last known to be away at `awayAt`. */
  readonly onBack: (awayAt: number) => void;
  /** Called when the page does not answer or shows nothing: it has to be reloaded. */
  readonly onHang: () => void;
}

/**
 * Watches over the page. It is asked over and over, because Electron itself notices a page that hangs only
 * by the keys it does not take, and at a kiosk nobody may touch any. Beats are counted instead of time, so
 * that neither a sleeping machine nor a stopped process counts against the page.
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

  /** Called when a verdict was sent to the page: asks at once whether it arrived. */
  askNow(): void {
    if (this.#question === null) this.#ask();
    else this.#askAgain = true;
  }

  /** Called when the page's process is gone or it is reloaded. */
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
    // Before the beat: verdicts sent while the page was away were not shown; later ones may have been.
    if (this.#isAway) {
      this.#isAway = false;
      this.#parts.onBack(this.#awayAt);
    }
    this.#parts.onAlive(askedAt);
    if (this.#askAgain) this.#ask();
  }
}
