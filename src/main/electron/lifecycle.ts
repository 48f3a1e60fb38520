import { createEnding } from '#main/host/ending.ts';
import type { Clock, Logger } from '#main/ports.ts';
import { app, type BrowserWindow } from 'electron';

/** How long Electron may take to quit by itself after the clean-up, in milliseconds. */
const LONGEST_QUIT = 400;

export interface LifecycleParts {
  readonly window: BrowserWindow;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly cleanUp: () => Promise<void>;
}

/**
 * Ends the application cleanly, however the end comes: the window closed, quit, a signal, the end of
 * the session in Windows. Electron waits for nothing at `before-quit`, so quitting is held up until
 * the clean-up is over, which is bounded.
 */
export function endCleanly({ window, clock, logger, cleanUp }: LifecycleParts): void {
  let cleanedUp = false;
  const end = createEnding({
    clock,
    logger,
    cleanUp,
    exit: () => {
      cleanedUp = true;
      clock.after(LONGEST_QUIT, () => app.exit(0));
      app.quit();
    },
  });
  app.on('before-quit', (event) => {
    if (cleanedUp) return;
    event.preventDefault();
    end();
  });
  // The window stays until the end, because it may have to say how many scans stay here.
  window.on('close', (event) => {
    if (cleanedUp) return;
    event.preventDefault();
    end();
  });
  app.on('window-all-closed', () => app.quit());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // Windows asks first and then kills without any of the above. Held up, it waits for us to quit.
  window.on('query-session-end', (event) => {
    event.preventDefault();
    end();
  });
  window.on('session-end', end);
}
