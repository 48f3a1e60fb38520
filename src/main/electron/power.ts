import { powerSaveBlocker } from 'electron';

/** Keeps the display on for as long as the application runs. */
export function keepDisplayOn(): void {
  powerSaveBlocker.start('prevent-display-sleep');
}
