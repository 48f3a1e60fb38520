import type { AppWindow } from '#main/base/app-window.ts';
import type { AppWindowState } from '#shared/model/app-window.ts';

/** The kiosk's own window, as the kiosk knows it. */
export class HostWindow implements AppWindow {
  readonly #quit: () => void;
  readonly #listeners = new Set<() => void>();
  #state: AppWindowState;

  constructor(state: Pick<AppWindowState, 'isFullScreen' | 'autostart'>, quit: () => void) {
    this.#quit = quit;
    this.#state = { ...state, canClose: true, closesRefused: 0 };
  }

  state(): AppWindowState {
    return this.#state;
  }

  quit(): void {
    this.#quit();
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

  #change(change: Partial<AppWindowState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
