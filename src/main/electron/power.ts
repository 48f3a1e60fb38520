import { powerMonitor, powerSaveBlocker } from 'electron';

/** Keeps the display on for as long as the application runs. */
export function keepDisplayOn(): void {
  powerSaveBlocker.start('prevent-display-sleep');
}

/** Calls `wake` each time that the machine comes back from a sleep. */
export function onWake(wake: () => void): void {
  powerMonitor.on('resume', wake);
}
