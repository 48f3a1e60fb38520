import type { Clock } from '#main/base/ports.ts';

/** How long look-up mode lasts without a scan, in milliseconds. */
export const LOOK_UP_LASTS = 60_000;

export interface LookUpModeOptions {
  readonly clock: Clock;
  readonly onChange: () => void;
}

/**
 * Whether scans only look tickets up and spend none. The mode ends by itself, because a door at which
 * somebody forgot it would let nobody in.
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

  /** Called with each scan: the mode lasts on. */
  touch(): void {
    if (this.#isOn) this.set(true);
  }
}
