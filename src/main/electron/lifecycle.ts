import { createEnding } from '#main/host/ending.ts';
import type { Clock, Logger } from '#main/ports.ts';
import { app, type BrowserWindow } from 'electron';

/** How long Electron may take to quit by itself after the clean-up, in milliseconds. */
const LONGEST_QUIT = 400;

/** What a clean end is for, if not for the end alone. */
export interface Afterwards {
  /** The session stays alive on the platform, for the next start to take up, as after a crash. */
  readonly keepSession: boolean;
  /** Called when everything is closed, right before the application quits: starts again, installs … */
  readonly then: () => void;
}

/**
 * Ends the application cleanly, once: the token is revoked, the ledger is closed, in this order, and
 * all of it within a bound. Asked to end for good, it does, whatever it was to do afterwards: who
 * switches the kiosk off does not want it back.
 */
export type EndCleanly = (afterwards?: Afterwards) => void;

export interface LifecycleParts {
  readonly window: BrowserWindow;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether whoever closes the window may: the kiosk can be locked. The system always may end it. */
  readonly mayClose: () => boolean;
  /** Ends the session on the platform and closes everything; also after {@link rest}. */
  readonly close: () => Promise<void>;
  /** Closes everything, and leaves the session as it is. */
  readonly rest: () => Promise<void>;
}

/**
 * Holds up every way in which the application can end until it has ended cleanly: the window closed,
 * quit, a signal, the end of the session in Windows. Electron itself waits for nothing at `before-quit`.
 */
export function endCleanly({
  window,
  clock,
  logger,
  mayClose,
  close,
  rest,
}: LifecycleParts): EndCleanly {
  let cleanedUp = false;
  let asked = false;
  let afterwards: Afterwards | null = null;
  const begin = createEnding({
    clock,
    logger,
    async cleanUp() {
      if (keepsSession()) await rest();
      // Asked to end for good meanwhile.
      if (!keepsSession()) await close();
    },
    exit() {
      cleanedUp = true;
      clock.after(LONGEST_QUIT, () => app.exit(0));
      afterwards?.then();
      app.quit();
    },
  });
  const end: EndCleanly = (wanted) => {
    if (!asked) afterwards = wanted ?? null;
    else if (wanted === undefined) afterwards = null;
    asked = true;
    begin();
  };
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
    if (asked || mayClose()) end();
  });
  app.on('window-all-closed', () => app.quit());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endForGood);
  // Windows asks first and then kills without any of the above. Held up, it waits for us to quit.
  window.on('query-session-end', (event) => {
    event.preventDefault();
    end();
  });
  window.on('session-end', endForGood);
  return end;

  function keepsSession(): boolean {
    return afterwards?.keepSession ?? false;
  }
}
