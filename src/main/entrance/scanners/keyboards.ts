import type { Clock } from '#main/base/ports.ts';
import type { ScannerHealth } from '#shared/model/scanner.ts';

/**
 * The scanners in keyboard mode, treated as one, because the system does not distinguish keyboards.
 * Their keys are read in the renderer; this keeps their health.
 */
export class Keyboards {
  readonly #clock: Clock;
  #lastReadAt: number | null = null;
  #codes = 0;
  #garbled = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  noteRead(): void {
    this.#codes += 1;
    this.#lastReadAt = this.#clock.now();
  }

  noteMissed(): void {
    this.#garbled += 1;
  }

  /** Empty until the first code: a keyboard scanner does not report that it is there. */
  health(): readonly ScannerHealth[] {
    if (this.#codes + this.#garbled === 0) return [];
    return [
      {
        id: 'wedge',
        name: '',
        channel: 'wedge',
        state: { type: 'ready' },
        lastReadAt: this.#lastReadAt,
        codes: this.#codes,
        garbled: this.#garbled,
        // It is never written to.
        feedback: { type: 'none' },
      },
    ];
  }
}
