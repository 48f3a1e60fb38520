import type { Reading } from './source.ts';

/** What tells one reading from another. */
type Heard = Pick<Reading, 'code' | 'channel' | 'readAt'>;

/** A reading, and whether its echo has come. */
interface Waiting extends Heard {
  readonly isEchoed: boolean;
}

/**
 * One reader may speak on two channels at once, as HID and as a keyboard: then each code comes twice.
 * The second coming is its echo, and counts for nothing. Each reading has but one, and reading anew
 * gives more time only where the one before had its echo: else two readers side by side could hide for
 * how long a ticket goes from hand to hand.
 */
export class Echoes {
  readonly #window: () => number;
  #heard: readonly Waiting[] = [];

  /** @param window milliseconds; a code that comes later was read anew */
  constructor(window: () => number) {
    this.#window = window;
  }

  /** Whether this code has just come on another channel. To be called once for each, in their order. */
  isEcho(reading: Heard): boolean {
    this.#heard = this.#heard.filter(({ readAt }) => reading.readAt - readAt <= this.#window());
    const first = this.#heard.find(({ code }) => code === reading.code);
    const others = this.#heard.filter((other) => other !== first);
    if (first !== undefined && first.channel !== reading.channel && !first.isEchoed) {
      this.#heard = [...others, { ...first, isEchoed: true }];
      return true;
    }
    const goesOn = first?.channel === reading.channel && !first.isEchoed;
    const readAt = goesOn ? first.readAt : reading.readAt;
    this.#heard = [...others, { ...reading, readAt, isEchoed: false }];
    return false;
  }

  /** What was read before does not count any more. */
  forget(): void {
    this.#heard = [];
  }
}
