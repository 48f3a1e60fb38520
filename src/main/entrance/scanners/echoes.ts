import { symbolForm } from '#shared/code-forms.ts';
import type { Reading } from './source.ts';

/** The fields by which readings are compared. */
type Heard = Pick<Reading, 'code' | 'channel' | 'readAt'>;

/** A reading, and whether its echo has come. */
interface Waiting extends Heard {
  readonly isEchoed: boolean;
}

/**
 * Recognises echoes. A reader may send on two channels at once, as HID and as a keyboard: then each
 * code comes twice, and the second one, its echo, is ignored. A UPC-A symbol may come in another of its
 * forms on each channel. Each reading has at most one echo.
 * Reading the same code again extends the window only if the previous reading had its echo;
 * otherwise two readers side by side could make a ticket that is passed from hand to hand look like
 * an echo.
 */
export class Echoes {
  readonly #window: () => number;
  #heard: readonly Waiting[] = [];

  /**
   * @param window returns the window in milliseconds; a code that comes later counts as read anew
   */
  constructor(window: () => number) {
    this.#window = window;
  }

  /**
   * Whether this code has just come on another channel. Must be called once for each reading, in
   * order.
   */
  isEcho(heard: Heard): boolean {
    const reading = { ...heard, code: symbolForm(heard.code) };
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

  /** Forgets all earlier readings. */
  forget(): void {
    this.#heard = [];
  }
}
