import type { AppWindowState } from '#shared/model/app-window.ts';

/** What the kiosk can ask of the app window that it runs in. */
export interface AppWindow {
  state(): AppWindowState;
  /** Ends the application, cleanly. */
  quit(): void;
  /** Gives the usher's side the guest's display, and the guest's side the usher's. */
  swapSides(): void;
  /** Calls `listener` with each new state; returns a function that stops this. */
  onChange(listener: () => void): () => void;
}
