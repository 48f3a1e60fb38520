import type { Reading } from './source.ts';

/** What tells one reading from another. */
type Heard = Pick<Reading, 'code' | 'channel' | 'readAt'>;

/**
 * One reader may speak on two channels at once, as HID and as a keyboard: then each code comes twice.
 * The second coming is its echo, and counts for nothing.
 */
export class Echoes {
  readonly #window: number;
  #heard: readonly Heard[] = [];

  /** @param window milliseconds; a code that comes later was read anew */
  constructor(window: number) {
    this.#window = window;
  }

  /** Whether this code has just come on another channel. To be called once for each, in their order. */
  isEcho(reading: Heard): boolean {
    this.#heard = this.#heard.filter(({ readAt }) => reading.readAt - readAt <= this.#window);
    const first = this.#heard.find(({ code }) => code === reading.code);
    if (first !== undefined && first.channel !== reading.channel) return true;
    this.#heard = [...this.#heard.filter((other) => other !== first), reading];
    return false;
  }
}
