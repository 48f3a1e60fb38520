import type { Now } from '#renderer/lib/now.svelte.ts';

/** How long nobody has touched, typed or scanned anything. */
export class Idle {
  readonly #now: Now;
  #last = $state(0);

  constructor(now: Now) {
    this.#now = now;
    this.#last = now.read();
  }

  /** Notes activity. */
  touch(): void {
    this.#last = this.#now.read();
  }

  /** Whether there was no activity for so many milliseconds; never, if null. */
  isFor(duration: number | null): boolean {
    if (duration === null) return false;
    const passed = this.#now.current - this.#last;
    // A clock that was set back must not keep the kiosk awake until it has caught up.
    return passed >= duration || passed < 0;
  }
}
