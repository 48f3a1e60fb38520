import type { AppWindow } from '#main/base/app-window.ts';
import type { AppWindowState } from '#shared/model/app-window.ts';

/** What the kiosk can ask for. */
export type HostWindowActions = Pick<AppWindow, 'quit' | 'swapSides'>;

/** The kiosk's own window, as the kiosk knows it. */
export class HostWindow implements AppWindow {
  readonly #actions: HostWindowActions;
  readonly #listeners = new Set<() => void>();
  #state: AppWindowState;

  constructor(state: AppWindowState, actions: HostWindowActions) {
    this.#actions = actions;
    this.#state = state;
  }

  state(): AppWindowState {
    return this.#state;
  }

  quit(): void {
    this.#actions.quit();
  }

  swapSides(): void {
    this.#actions.swapSides();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Somebody wanted to close the window, and may not. */
  noteRefusal(): void {
    this.#change({ closesRefused: this.#state.closesRefused + 1 });
  }

  /** Whether the system has taken what was asked of it. */
  noteAutostart(autostart: AppWindowState['autostart']): void {
    if (autostart !== this.#state.autostart) this.#change({ autostart });
  }

  /** Whether guests see a side of their own. */
  noteShowsGuests(showsGuests: boolean): void {
    if (showsGuests !== this.#state.showsGuests) this.#change({ showsGuests });
  }

  #change(change: Partial<AppWindowState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
