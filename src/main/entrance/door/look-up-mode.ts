import type { Clock } from '#main/base/ports.ts';

/** How long after the last scan the look-up mode ends, in milliseconds. */
export const LOOK_UP_LASTS = 60_000;

export interface LookUpModeOptions {
  readonly clock: Clock;
  readonly onChange: () => void;
}

/**
 * Whether tickets are only looked up and not spent. The mode ends by itself: if somebody forgot to
 * end it, the door would let nobody in.
 */
export class LookUpMode {
  readonly #options: LookUpModeOptions;
  #isOn = false;
  #callOff = (): unknown => undefined;

  constructor(options: LookUpModeOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  set(isOn: boolean): void {
    this.#callOff();
    if (isOn) this.#callOff = this.#options.clock.after(LOOK_UP_LASTS, () => this.set(false));
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    this.#options.onChange();
  }

  /** Called at each scan: extends the mode. */
  touch(): void {
    if (this.#isOn) this.set(true);
  }
}
