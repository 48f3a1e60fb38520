import { Asked } from '#renderer/lib/asked.svelte.ts';
import type { Kiosk } from '#renderer/app/kiosk.svelte.ts';
import type { HouseSetup } from '#shared/model/join.ts';

/** How often it is asked what has become of a code, in milliseconds. */
const ASKS_EVERY = 500;

/** How this kiosk is a door of its house, as long as somebody looks at it. */
export class ShownSetup {
  readonly #kiosk: Pick<Kiosk, 'withPin'>;
  readonly #asked = new Asked<HouseSetup>();

  constructor(kiosk: Pick<Kiosk, 'withPin'>) {
    this.#kiosk = kiosk;
  }

  /** Null while nothing is known. */
  get view(): HouseSetup | null {
    return this.#asked.value;
  }

  async look(): Promise<void> {
    await this.#asked.ask(this.#kiosk.withPin.houseSetup(null));
  }

  /** Looks again and again: somebody waits for another kiosk. Returns a function that stops this. */
  watch(): () => void {
    void this.look();
    const timer = setInterval(() => void this.look(), ASKS_EVERY);
    return () => clearInterval(timer);
  }
}
