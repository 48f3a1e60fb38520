import type { ScryptOptions } from 'node:crypto';
import { z } from 'zod';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import { Turns } from '#main/base/turns.ts';
import type { SealedFile } from '#main/base/vault/sealed-file.ts';
import type { LockState, UnlockFailure } from '#shared/model/lock.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { hashPin, isPin, pinHashSchema } from './pin-hash.ts';
import { LOCK_TIMINGS, type LockTimings } from './timings.ts';

/** Stands for a stored PIN that cannot be read: no entered PIN matches it. */
const LOST_PIN = { salt: '', hash: '' };

/** The stored PIN and wrong tries. Tries are stored so that a restart gives no new ones. */
const keptSchema = z.strictObject({ pin: pinHashSchema, wrong: z.int().min(0) });
type Kept = z.infer<typeof keptSchema>;

export interface LockPorts {
  readonly file: SealedFile;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onChange: () => void;
  readonly timings?: LockTimings;
  /** The cost of hashing; the one used in production if it is left out. */
  readonly cost?: ScryptOptions;
}

/**
 * The PIN that protects everything the public must not do. It locks again after a time without activity.
 * Tries are checked one after another, so that sending many at once does not avoid the pauses.
 */
export class Lock {
  readonly #ports: LockPorts;
  readonly #timings: LockTimings;
  #kept: Kept | null;
  /**
   * The file was sealed with a key that is not available now but may be again, so the file is not changed.
   */
  #isSealedShut: boolean;
  /** Both on the steady clock, which goes on while the machine sleeps. */
  #unlockedUntil = -Infinity;
  #pausedUntil = -Infinity;
  /** Whether the pause for a try that cannot be stored was already imposed. */
  #hasPaid = false;
  #callOff = (): unknown => undefined;
  readonly #turns = new Turns();

  constructor(ports: LockPorts) {
    this.#ports = ports;
    this.#timings = ports.timings ?? LOCK_TIMINGS;
    this.#kept = keptSchema.safeParse(ports.file.load()).data ?? null;
    this.#isSealedShut = this.#kept === null && ports.file.isThere();
    if (this.#isSealedShut) {
      ports.logger.error('the PIN cannot be read: the kiosk stays locked until it is reset');
      this.#kept = { pin: LOST_PIN, wrong: 0 };
    }
    this.#pause();
  }

  state(): LockState {
    const { clock } = this.#ports;
    const left = this.#pausedUntil - clock.steady();
    return {
      hasPin: this.#kept !== null,
      isUnlocked: this.isUnlocked,
      nextTryAt: left > 0 ? clock.now() + left : null,
    };
  }

  /** Whether what the PIN protects may be done. */
  get isUnlocked(): boolean {
    return this.#kept === null || this.#ports.clock.steady() < this.#unlockedUntil;
  }

  unlock(pin: string): Promise<Result<null, UnlockFailure>> {
    return this.#turns.take(() => this.#try(pin));
  }

  /** Unlocks by other proof than the PIN, such as a password: wrong ones count as wrong PINs do. */
  prove<T, E>(
    check: () => Promise<Result<T, E>>,
    isWrong: (error: E) => boolean,
  ): Promise<Result<T, E | { readonly type: 'wait' }>> {
    return this.#turns.take(async () => {
      const kept = this.#kept;
      if (kept === null) return check();
      if (this.#pausedUntil > this.#ports.clock.steady()) return err({ type: 'wait' });
      if (!this.#count(kept)) return err({ type: 'wait' });
      const checked = await check();
      if (checked.ok || !isWrong(checked.error)) this.#keep(kept);
      else this.#pause();
      this.#ports.onChange();
      return checked;
    });
  }

  lock(): void {
    this.#callOff();
    this.#unlockedUntil = -Infinity;
    this.#ports.onChange();
  }

  /** Called on activity: the kiosk stays unlocked as long as there is any. */
  touch(): void {
    if (this.#kept !== null && this.isUnlocked) this.#stayUnlocked();
  }

  /** Sets or removes the PIN. The caller has made sure that this is permitted. */
  setPin(pin: string | null): Promise<void> {
    // A pending try must store its count without restoring the old PIN.
    return this.#turns.take(() => this.#setPin(pin));
  }

  async #setPin(pin: string | null): Promise<void> {
    this.#pausedUntil = -Infinity;
    this.#isSealedShut = false;
    if (pin === null) {
      this.#kept = null;
      this.#ports.file.clear();
      this.lock();
      return;
    }
    this.#keep({ pin: await hashPin(pin, this.#ports.cost), wrong: 0 });
    this.#stayUnlocked();
    this.#ports.onChange();
  }

  async #try(pin: string): Promise<Result<null, UnlockFailure>> {
    const kept = this.#kept;
    if (kept === null) return ok(null);
    if (this.#pausedUntil > this.#ports.clock.steady()) return err({ type: 'wait' });
    // Counted before it is checked, so that cutting the power during the check gives no free try.
    if (!this.#count(kept)) return err({ type: 'wait' });
    if (await isPin(pin, kept.pin, this.#ports.cost)) {
      this.#keep({ ...kept, wrong: 0 });
      this.#stayUnlocked();
      this.#ports.onChange();
      return ok(null);
    }
    this.#pause();
    this.#ports.logger.warn('a wrong PIN', { wrong: kept.wrong + 1 });
    this.#ports.onChange();
    const triesLeft = this.#timings.freeTries - kept.wrong - 1;
    return err(triesLeft > 0 ? { type: 'wrong-pin', triesLeft } : { type: 'wait' });
  }

  /**
   * Counts one more try, before its outcome is known. Returns whether it may be made: if it cannot be
   * stored, a restart would give new tries, so each costs a pause first.
   */
  #count(kept: Kept): boolean {
    const isWritten = this.#keep({ ...kept, wrong: kept.wrong + 1 });
    if (isWritten || this.#hasPaid) {
      this.#hasPaid = false;
      return true;
    }
    this.#kept = kept;
    this.#hasPaid = true;
    this.#pauseFor(this.#timings.firstPause);
    this.#ports.onChange();
    return false;
  }

  #pause(): void {
    const { freeTries, firstPause, longestPause } = this.#timings;
    const over = (this.#kept?.wrong ?? 0) - freeTries;
    if (over < 0) return;
    this.#pauseFor(Math.min(longestPause, firstPause * 2 ** over));
  }

  #pauseFor(pause: number): void {
    this.#pausedUntil = this.#ports.clock.steady() + pause;
    this.#ports.clock.after(pause, this.#ports.onChange);
  }

  #stayUnlocked(): void {
    const { clock } = this.#ports;
    const { unlockedFor } = this.#timings;
    this.#callOff();
    this.#unlockedUntil = clock.steady() + unlockedFor;
    this.#callOff = clock.after(unlockedFor, () => this.lock());
  }

  /**
   * Stores the PIN and the tries. Returns whether that worked; they apply until the kiosk ends in any case.
   */
  #keep(kept: Kept): boolean {
    this.#kept = kept;
    if (this.#isSealedShut) return true;
    try {
      this.#ports.file.save(kept);
      return true;
    } catch (error) {
      this.#ports.logger.error('the PIN could not be written', errorFact(error));
      return false;
    }
  }
}
