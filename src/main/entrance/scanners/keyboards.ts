import type { Clock } from '#main/base/ports.ts';
import type { ScannerHealth } from '#shared/model/scanner.ts';

/**
 * All keyboard scanners as one scanner, since the system does not tell keyboards apart. The renderer reads
 * their keys; this class keeps their health.
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

  /** Empty until one was heard: a keyboard scanner is not announced by the system. */
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
      },
    ];
  }
}
