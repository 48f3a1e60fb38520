import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { ManagedRefusal } from '#shared/model/failures.ts';
import type { Result } from '#shared/result.ts';

/** Why a change failed. */
type ChangeFailure = CallFailure | ManagedRefusal;

/** Where a setting is stored. */
export interface Keeper<T> {
  /** The present value; reactive. */
  readonly current: () => T;
  readonly keep: (value: T) => Promise<Result<unknown, ChangeFailure>>;
}

/** A change, and where on the screen it was made. */
export interface Change<T> {
  readonly from: T;
  readonly to: T;
  readonly place: string;
  /** Whether it has undone another one. */
  readonly undone: boolean;
}

/** A setting that can be changed: whether a change was stored, and how to undo it. */
export class Undoable<T> {
  readonly #keeper: Keeper<T>;
  #change = $state.raw<Change<T> | null>(null);
  #busy = $state(false);
  #failure = $state.raw<{ error: ChangeFailure; place: string } | null>(null);

  constructor(keeper: Keeper<T>) {
    this.#keeper = keeper;
  }

  /** The last change that was stored; null: none. */
  get change(): Change<T> | null {
    return this.#change;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** Why the last change failed. */
  get failure(): { readonly error: ChangeFailure; readonly place: string } | null {
    return this.#failure;
  }

  /** Changes it. Resolves with false if it is unchanged. */
  async apply(to: T, place: string): Promise<boolean> {
    return this.#set(to, place, false);
  }

  /** Restores the value before the change. */
  async undo(): Promise<void> {
    if (this.#change === null) return;
    const { from, place } = this.#change;
    await this.#set(from, place, true);
  }

  async #set(to: T, place: string, undone: boolean): Promise<boolean> {
    if (this.#busy) return false;
    const from = this.#keeper.current();
    this.#busy = true;
    this.#failure = null;
    const answer = await this.#keeper.keep(to);
    this.#busy = false;
    if (answer.ok) this.#change = { from, to, place, undone };
    else this.#failure = { error: answer.error, place };
    return answer.ok;
  }
}
