import type { AppWindowState } from '#shared/model/app-window.ts';

/** What the kiosk can ask of what it runs in. */
export interface AppWindow {
  state(): AppWindowState;
  /** Ends the application, cleanly. */
  quit(): void;
  /** Tells of each new state; returns how to stop. */
  onChange(listener: () => void): () => void;
}
