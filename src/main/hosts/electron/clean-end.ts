import type { Clock, Logger } from '#main/base/ports.ts';
import { createEnding } from '../host/ending.ts';

/** What is to follow a clean end. */
export interface Afterwards {
  /** The session stays alive on the platform, for the next start to take up, as after a crash. */
  readonly keepSession: boolean;
  /** Called when everything is closed, right before the application quits: starts again, installs … */
  readonly then: () => void;
}

/**
 * Ends the application cleanly, once: the token is revoked, the ledger is closed, in this order, and all of
 * it within a bound. When it is asked to end for good, it does so whatever was to follow: a person who
 * switches the kiosk off does not want it back.
 */
export type EndCleanly = (afterwards?: Afterwards) => void;

export interface CleanEndParts {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether whoever closes the window may: the kiosk can be locked. The system always may end it. */
  readonly mayClose: () => boolean;
  /** Ends the session on the platform and closes everything; also after {@link suspend}. */
  readonly close: () => Promise<void>;
  /** Closes everything, and leaves the session as it is. */
  readonly suspend: () => Promise<void>;
  /** Ends the process; before that, does what is to be done last. Called exactly once. */
  readonly exit: (last: () => void) => void;
}

/** The one function by which the kiosk ends. */
export interface CleanEnd {
  readonly end: EndCleanly;
  /**
   * Called when somebody closes the window. Without the right to, this is refused also while the kiosk
   * restarts, because it would stay off.
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
      // Asked to end for good meanwhile.
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
