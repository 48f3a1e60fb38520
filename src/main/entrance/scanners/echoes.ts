import type { Reading } from './source.ts';

/** What tells one reading from another. */
type Heard = Pick<Reading, 'code' | 'channel' | 'readAt'>;

/** A code that was read, and whether its echo has come. */
interface Waiting extends Heard {
  readonly isEchoed: boolean;
}

/**
 * One reader may speak on two channels at once, as HID and as a keyboard: then each code comes twice. The
 * second one is an echo and is ignored. Each reading has at most one echo. Reading the code again extends
 * the window only if the reading before had its echo; otherwise two scanners side by side could hide that a
 * ticket is handed back.
 */
export class Echoes {
  readonly #window: () => number;
  #heard: readonly Waiting[] = [];

  /** @param window milliseconds; a code that comes later was read anew */
  constructor(window: () => number) {
    this.#window = window;
  }

  /**
   * Returns whether this code has just come on another channel. To be called once for each code, in order.
   */
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

  /** Forgets all readings. */
  forget(): void {
    this.#heard = [];
  }
}
