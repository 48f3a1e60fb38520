import { Asked } from '#renderer/lib/asked.svelte.ts';
import type { Kiosk } from '#renderer/app/kiosk.svelte.ts';
import type { HouseSetup } from '#shared/model/join.ts';

/** How often it is asked what has become of a code, in milliseconds. */
const ASKS_EVERY = 500;

/** How this kiosk is a door of its house, as long as somebody looks at it. */
export class ShownSetup {
  readonly #kiosk: Pick<Kiosk, 'calls' | 'withPin'>;
  readonly #asked = new Asked<HouseSetup>();

  constructor(kiosk: Pick<Kiosk, 'calls' | 'withPin'>) {
    this.#kiosk = kiosk;
  }

  /** Null while nothing is known. */
  get view(): HouseSetup | null {
    return this.#asked.value;
  }

  /** Looks, after the PIN. */
  async look(): Promise<void> {
    await this.#asked.ask(this.#kiosk.withPin.houseSetup(null));
  }

  /** Looks every {@link ASKS_EVERY}, and never asks for the PIN. Returns a function that stops this. */
  watch(): () => void {
    const poll = () => void this.#asked.ask(this.#kiosk.calls.houseSetup(null));
    poll();
    const timer = setInterval(poll, ASKS_EVERY);
    return () => clearInterval(timer);
  }
}
