import { machineOf } from '#main/base/machine-of.ts';
import type { Clock } from '#main/base/ports.ts';
import { MINUTE } from '#shared/time.ts';

/** How often a machine may be wrong within a minute. */
const MOST = 10;
/** How many machines are remembered: more than a house has, and little memory. */
const MACHINES = 1_024;

/**
 * Counts how often each machine has asked for the house with a wrong token. One that guesses is not listened to
 * for the rest of the minute; the phones of others are.
 */
export class WrongTries {
  readonly #clock: Pick<Clock, 'steady'>;
  readonly #tries = new Map<string, number>();
  #since: number;

  constructor(clock: Pick<Clock, 'steady'>) {
    this.#clock = clock;
    this.#since = clock.steady();
  }

  areTooMany(address: string): boolean {
    this.#forget();
    return (this.#tries.get(machineOf(address)) ?? 0) >= MOST;
  }

  note(address: string): void {
    this.#forget();
    const machine = machineOf(address);
    const before = this.#tries.get(machine) ?? 0;
    if (before === 0 && this.#tries.size >= MACHINES) this.#tries.clear();
    this.#tries.set(machine, before + 1);
  }

  #forget(): void {
    if (this.#clock.steady() - this.#since < MINUTE) return;
    this.#since = this.#clock.steady();
    this.#tries.clear();
  }
}
