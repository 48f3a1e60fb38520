/** A code that takes longer is lost, in milliseconds. */
const LOST_AFTER = 10_000;

/** Waits for codes, one after the other, and says when each came. */
export class Arrivals {
  #note: (code: string) => void = () => undefined;

  /** Resolves when a code does, with the time at which it came; fails unless it is this one. */
  next(code: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error('a code was lost')), LOST_AFTER);
      this.#note = (come) => {
        const at = performance.now();
        clearTimeout(giveUp);
        if (come === code) resolve(at);
        else reject(new Error('another code came than the one that was sent'));
      };
    });
  }

  note(code: string): void {
    this.#note(code);
  }
}
