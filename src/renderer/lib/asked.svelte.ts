import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { Result } from '#shared/result.ts';
import { answered } from './answered.ts';

/**
 * A request that is repeated: only the answer to the last one counts. It may fail with an `F`, or as every
 * call may.
 */
export class Asked<T, F = never> {
  #value = $state.raw<T | null>(null);
  #failure = $state.raw<F | CallFailure | null>(null);
  #question = 0;

  /** The last good answer; null: none yet. */
  get value(): T | null {
    return this.#value;
  }

  /** Why the last request failed. */
  get failure(): F | CallFailure | null {
    return this.#failure;
  }

  /** @returns whether the answer counts: not if there was another request meanwhile */
  async ask(call: Promise<Result<T, F | CallFailure>>): Promise<boolean> {
    const question = ++this.#question;
    const answer = await answered(call);
    if (question !== this.#question) return false;
    this.#failure = answer.ok ? null : answer.error;
    if (answer.ok) this.#value = answer.value;
    return true;
  }

  /** Forgets the value, and ignores pending answers. */
  clear(): void {
    this.#question += 1;
    this.#value = null;
    this.#failure = null;
  }
}
