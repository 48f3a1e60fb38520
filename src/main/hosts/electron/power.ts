import { powerMonitor, powerSaveBlocker } from 'electron';

/** Keeps the display on while it is switched on. */
export function createDisplayKeeper(): (on: boolean) => void {
  let blocker: number | null = null;
  return (on) => {
    if (on) blocker ??= powerSaveBlocker.start('prevent-display-sleep');
    else if (blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
}

/** Calls `wake` each time that the machine comes back from a sleep. */
export function onWake(wake: () => void): void {
  powerMonitor.on('resume', wake);
}
