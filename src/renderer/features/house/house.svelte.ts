import type { HouseView } from '#shared/model/house.ts';
import { Asked } from '#renderer/lib/asked.svelte.ts';
import type { Kiosk } from '#renderer/app/kiosk.svelte.ts';

/** How often the doors are looked at, in milliseconds. */
export const LOOKS_EVERY = 2_000;

/** The house, as long as somebody looks at it. */
export class ShownHouse {
  readonly #kiosk: Pick<Kiosk, 'calls'>;
  readonly #asked = new Asked<HouseView | null>();
  #isFirst = $state(true);

  constructor(kiosk: Pick<Kiosk, 'calls'>) {
    this.#kiosk = kiosk;
  }

  /** Null while nothing is known of the doors. */
  get view(): HouseView | null {
    return this.#asked.value;
  }

  /** Nothing has been answered yet. */
  get isLoading(): boolean {
    return this.#isFirst;
  }

  async look(): Promise<void> {
    await this.#asked.ask(this.#kiosk.calls.house(null));
    this.#isFirst = false;
  }
}
