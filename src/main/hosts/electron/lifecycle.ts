import {
  createCleanEnd,
  type CleanEndParts,
  type EndCleanly,
} from '#main/hosts/electron/clean-end.ts';
import { app, type BrowserWindow } from 'electron';

/** How long Electron may take to quit by itself after the clean-up, in milliseconds. */
const LONGEST_QUIT = 400;

export interface LifecycleParts extends Omit<CleanEndParts, 'exit'> {
  readonly window: BrowserWindow;
}

/**
 * Delays every way in which the application can end (window closed, quit, a signal, the end of the Windows
 * session) until it has ended cleanly. Electron itself waits for nothing at `before-quit`.
 */
export function endCleanly({ window, ...parts }: LifecycleParts): EndCleanly {
  let cleanedUp = false;
  const { end, endByHand } = createCleanEnd({
    ...parts,
    exit(last) {
      cleanedUp = true;
      parts.clock.after(LONGEST_QUIT, () => app.exit(0));
      last();
      app.quit();
    },
  });
  const endForGood = (): void => end();

  app.on('before-quit', (event) => {
    if (cleanedUp) return;
    event.preventDefault();
    end();
  });
  // The window stays until the end, because it may have to say how many scans stay here.
  window.on('close', (event) => {
    if (cleanedUp) return;
    event.preventDefault();
    endByHand();
  });
  app.on('window-all-closed', () => app.quit());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endForGood);
  // Windows asks the session's applications first, and then kills them without any of the events above.
  // While the query is refused, it waits for this application to quit.
  window.on('query-session-end', (event) => {
    event.preventDefault();
    end();
  });
  window.on('session-end', endForGood);
  return end;
}
