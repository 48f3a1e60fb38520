import type { ShellState } from '#shared/model/shell.ts';

/** What the kiosk can ask of what it runs in. */
export interface Shell {
  state(): ShellState;
  /** Ends the application, cleanly. */
  quit(): void;
  /** Tells of each new state; returns how to stop. */
  onChange(listener: () => void): () => void;
}
