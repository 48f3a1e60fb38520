import type { Clock, Logger } from '#main/base/ports.ts';
import { createEnding } from '../host/ending.ts';

/** What is done at the end, beside ending. */
export interface Afterwards {
  /** The session stays alive on the platform, for the next start to take up, as after a crash. */
  readonly keepSession: boolean;
  /** Called when everything is closed, right before the application quits: starts again, installs … */
  readonly then: () => void;
}

/**
 * Ends the application cleanly, once: revokes the token, then closes the ledger, all within a time limit.
 * If it is asked to end for good while it ends in order to start again, it does not start again: somebody
 * switched the kiosk off.
 */
export type EndCleanly = (afterwards?: Afterwards) => void;

export interface CleanEndParts {
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Whether the window may be closed by a user: not while the kiosk is locked. The system may always end
   * the application.
   */
  readonly mayClose: () => boolean;
  /** Ends the session on the platform and closes everything; also after {@link suspend}. */
  readonly close: () => Promise<void>;
  /** Closes everything, and leaves the session as it is. */
  readonly suspend: () => Promise<void>;
  /** Called exactly once: runs the last step, if there is one, then ends the process. */
  readonly exit: (last: () => void) => void;
}

/** The single clean end that every way of ending the kiosk goes through. */
export interface CleanEnd {
  readonly end: EndCleanly;
  /**
   * Called when a user closes the window. If closing is not permitted, this is ignored, even while the
   * kiosk ends in order to start again: it would otherwise stay off.
   */
  readonly endByHand: () => void;
}

export function createCleanEnd(parts: CleanEndParts): CleanEnd {
  const { clock, logger, mayClose, close, suspend, exit } = parts;
  let asked = false;
  let afterwards: Afterwards | null = null;
  const keepsSession = (): boolean => afterwards?.keepSession ?? false;
  const begin = createEnding({
    ...{ clock, logger },
    async cleanUp() {
      if (keepsSession()) await suspend();
      // Somebody asked meanwhile to end for good.
      if (!keepsSession()) await close();
    },
    exit: () => exit(() => afterwards?.then()),
  });
  const end: EndCleanly = (wanted) => {
    if (!asked) afterwards = wanted ?? null;
    else if (wanted === undefined) afterwards = null;
    asked = true;
    begin();
  };
  return {
    end,
    endByHand() {
      if (mayClose()) end();
    },
  };
}
