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

/** Of a PIN that is there and cannot be read: nothing fits it. */
const LOST_PIN = { salt: '', hash: '' };

/** Wrong tries are kept, too: pulling the plug must not give new ones. */
const keptSchema = z.strictObject({ pin: pinHashSchema, wrong: z.int().min(0) });
type Kept = z.infer<typeof keptSchema>;

export interface LockPorts {
  readonly file: SealedFile;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onChange: () => void;
  readonly timings?: LockTimings;
  /** What each try costs; as much as it does at a door if it is left out. */
  readonly cost?: ScryptOptions;
}

/**
 * The PIN before everything that the public has no business with. It locks itself again when nobody
 * does anything. Tries are worked off one after another, so that many at once are not many for free.
 */
export class Lock {
  readonly #ports: LockPorts;
  readonly #timings: LockTimings;
  #kept: Kept | null;
  /** The file is of a key that is not at hand now: it may be again, so it stays as it is. */
  #isSealedShut: boolean;
  /** Both on the steady clock, which goes on while the machine sleeps. */
  #unlockedUntil = -Infinity;
  #pausedUntil = -Infinity;
  /** A try that cannot be written down is paid for with a pause, before it is made. */
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

  /** Whether what the public has no business with may be done. */
  get isUnlocked(): boolean {
    return this.#kept === null || this.#ports.clock.steady() < this.#unlockedUntil;
  }

  unlock(pin: string): Promise<Result<null, UnlockFailure>> {
    return this.#turns.take(() => this.#try(pin));
  }

  /** Another proof than the PIN, such as a password: wrong ones count as wrong PINs do. */
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

  /** Somebody is at work: it stays unlocked for as long as they are. */
  touch(): void {
    if (this.#kept !== null && this.isUnlocked) this.#stayUnlocked();
  }

  /** Sets the PIN, or takes it away. Whoever calls this has made sure that it may be done. */
  setPin(pin: string | null): Promise<void> {
    // A try under way keeps what it has counted, and must not bring its PIN back.
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
    // Counted before it is looked at: power that fails meanwhile gives no try for free.
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
   * Notes one more try, before its outcome is known. Returns whether it may be made: on a disk that takes
   * no writes a restart would give new ones for free, so each costs a pause.
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

  /** Returns whether it is written down; in force it is all the same, until the kiosk ends. */
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
