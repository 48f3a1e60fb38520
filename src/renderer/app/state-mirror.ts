import type { StateUpdate, WholeState } from '#shared/model/kiosk-state.ts';

/** The page's copy of the kiosk's state. An older slice never replaces a newer one, in whatever order they arrive. */
export class StateMirror<State extends object> {
  #state: State | null = null;
  #early: StateUpdate<State>[] = [];
  readonly #versions = new Map<string, number>();

  /** Takes over the whole state; returns it, and the updates that arrived before it. */
  begin(whole: WholeState<State>): { state: State; early: readonly StateUpdate<State>[] } {
    const early = this.#early;
    this.#early = [];
    for (const name of Object.keys(whole.slices)) this.#versions.set(name, whole.version);
    this.#state = whole.slices;
    return { state: whole.slices, early };
  }

  /** Returns the state with the newer slices of an update; null: it has none, or the whole state is not known yet. */
  take(update: StateUpdate<State>): State | null {
    if (this.#state === null) {
      this.#early.push(update);
      return null;
    }
    const { version, slices } = update;
    const newer = Object.entries(slices).filter(
      ([name]) => version > (this.#versions.get(name) ?? -1),
    );
    if (newer.length === 0) return null;
    for (const [name] of newer) this.#versions.set(name, version);
    this.#state = { ...this.#state, ...Object.fromEntries(newer) };
    return this.#state;
  }

  /** Drops everything: the next state may be that of a kiosk that was restarted. */
  forget(): void {
    this.#state = null;
    this.#early = [];
    this.#versions.clear();
  }
}
