import type { EndCleanly } from '#main/hosts/electron/clean-end.ts';
import type { StartRecord } from '#main/hosts/electron/start-record.ts';
import {
  argumentsFor,
  MOST_AT_ONCE,
  mustPause,
  nextCount,
  PAUSE,
  startsInARow,
  WELL_AFTER,
} from '#main/hosts/electron/starting-again.ts';
import { thrownFacts } from '#main/base/log/error-fact.ts';
import type { Clock, LogFacts, Logger } from '#main/base/ports.ts';
import { app } from 'electron';
import { relaunch } from './relaunch.ts';

/** Starts a kiosk that fails again. */
export interface Recovery {
  /** True if the starts before this one have all failed: then only a message is shown. */
  readonly isPausing: boolean;
  /**
   * Called when the kiosk cannot go on: ends it as cleanly as possible, and starts it again. Works once;
   * later calls are only logged.
   */
  fail(what: string, facts?: LogFacts): void;
  /** Starts the kiosk again where only a new process helps; not counted as a failure. */
  startAgain(): void;
  /** Called when somebody ends the kiosk for good; not counted as a failure. */
  noteEnd(): void;
  /** Hands over the clean end and the log, once they exist. */
  use(parts: { readonly end: EndCleanly; readonly logger: Logger }): void;
}

export interface RecoveryParts {
  /** Those of the process, without the program. */
  readonly args: readonly string[];
  /**
   * The record of failed starts, where the process that starts the kiosk again does not pass on arguments; else
   * null.
   */
  readonly record: StartRecord | null;
  readonly clock: Clock;
  /** Called when even the start fails that only shows a message. */
  readonly onPauseFailed: () => void;
}

/**
 * Catches unhandled errors, and starts the kiosk again. After several failures in a row it pauses before
 * that, so that a kiosk that cannot run does not flicker, and still comes back without anybody's help.
 */
export function recoverFromFailure({
  args,
  record,
  clock,
  onPauseFailed,
}: RecoveryParts): Recovery {
  const startedAt = clock.steady();
  const starts = record?.failed ?? startsInARow(args);
  const isPausing = mustPause(starts);
  let hasFailed = false;
  let end: EndCleanly = (afterwards) => {
    afterwards?.then();
    app.exit(1);
  };
  let log = (what: string, facts: LogFacts = {}): void => {
    process.stderr.write(`usher: ${what} ${JSON.stringify(facts)}\n`);
  };

  const recovery: Recovery = {
    isPausing,
    fail(what, facts) {
      log(what, facts);
      if (hasFailed) return;
      hasFailed = true;
      const next = nextCount(starts, clock.steady() - startedAt);
      if (isPausing) {
        onPauseFailed();
        clock.after(PAUSE, () => startAgain(MOST_AT_ONCE));
      } else startAgain(next);
    },
    startAgain: () => startAgain(starts),
    noteEnd: () => record?.forget(),
    use({ end: endCleanly, logger }) {
      end = endCleanly;
      log = (what, facts) => logger.error(what, facts);
      if (!isPausing) {
        clock.after(WELL_AFTER, () => record?.forget());
        return;
      }
      logger.error('the kiosk has failed several times in a row, it pauses', { starts });
      clock.after(PAUSE, () => startAgain(MOST_AT_ONCE));
    },
  };
  // With these listeners Electron shows no dialog, which nobody could close.
  process.on('uncaughtException', (error) => {
    recovery.fail('an error that nobody has caught', thrownFacts(error));
  });
  process.on('unhandledRejection', (reason) => {
    recovery.fail('a rejection that nobody has caught', thrownFacts(reason));
  });
  // The process that reads the console's output may end. That is no failure.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return recovery;

  function startAgain(count: number): void {
    end({
      keepSession: true,
      then() {
        record?.leave(count);
        relaunch(argumentsFor(count, args));
      },
    });
  }
}
