import { errorFact } from '#main/base/log/error-fact.ts';
import type { Clock, Logger } from '#main/base/ports.ts';

/** How long the clean-up may take, in milliseconds, before the process ends without it. */
export const LONGEST_ENDING = 9_000;

export interface EndingParts {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Gives back what is held: revokes the token, stops what was started. */
  readonly cleanUp: () => Promise<void>;
  /** Ends the process. Called exactly once. */
  readonly exit: () => void;
}

/**
 * A clean end within a time limit: the first request starts the clean-up, later ones change nothing, and
 * the process ends when it is done, has failed, or takes too long.
 *
 * @returns how to ask for it
 */
export function createEnding({ clock, logger, cleanUp, exit }: EndingParts): () => void {
  let asked = false;
  let ended = false;
  const end = (): void => {
    if (ended) return;
    ended = true;
    exit();
  };
  return () => {
    if (asked) return;
    asked = true;
    const callOff = clock.after(LONGEST_ENDING, () => {
      logger.error('the kiosk did not end in time');
      end();
    });
    cleanUp()
      .catch((error: unknown) => {
        logger.error('ending failed', errorFact(error));
      })
      .finally(() => {
        callOff();
        end();
      });
  };
}
