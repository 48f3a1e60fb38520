import { ARRIVALS_KEPT, type Arrival, type ScannerTrial } from '#shared/model/scanner.ts';
import { withoutAim } from './clean-code.ts';
import type { Missed, RawBytes, Reading } from './source.ts';

/** An arrival before it has been given its number. */
type Unnumbered<A = Arrival> = A extends Arrival ? Omit<A, 'number'> : never;

/** While scanners are tried out, what they send is kept for people to see, and is not passed on. */
export class Trial {
  #arrivals: readonly Arrival[] | null = null;
  #number = 0;

  get isOn(): boolean {
    return this.#arrivals !== null;
  }

  /** Null while no trial is running. */
  state(): ScannerTrial | null {
    return this.#arrivals && { arrivals: this.#arrivals };
  }

  begin(): void {
    this.#number = 0;
    this.#arrivals = [];
  }

  end(): void {
    this.#arrivals = null;
  }

  read({ channel, device, ...raw }: Reading): void {
    // Everything else around the code is shown, because people look for it here.
    const { code, symbology } = withoutAim(raw.code, raw.symbology);
    if (channel !== 'wedge') this.#keep({ type: 'code', channel, device, code, symbology });
  }

  missed({ channel, device }: Missed): void {
    if (channel !== 'wedge') this.#keep({ type: 'garbled', channel, device });
  }

  bytes({ channel, device, bytes }: RawBytes): void {
    if (channel === 'wedge') return;
    this.#keep({ type: 'bytes', channel, device, hex: Buffer.from(bytes).toString('hex') });
  }

  #keep(arrival: Unnumbered): void {
    if (this.#arrivals === null) return;
    this.#number += 1;
    const kept = this.#arrivals.slice(1 - ARRIVALS_KEPT);
    this.#arrivals = [...kept, { ...arrival, number: this.#number }];
  }
}
