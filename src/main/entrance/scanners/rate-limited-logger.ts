import type { Clock, Logger } from '#main/base/ports.ts';

/** The most lines that are logged within {@link PERIOD}. */
export const MOST_LINES = 60;
/** In milliseconds. */
export const PERIOD = 10 * 60_000;

/**
 * A log for events that a device can cause over and over: a loose plug must not push everything
 * else out of the log.
 */
export function rateLimitedLogger(logger: Logger, clock: Clock): Logger {
  let from = -Infinity;
  let lines = 0;
  const may = (): boolean => {
    const now = clock.steady();
    if (now - from >= PERIOD) {
      from = now;
      lines = 0;
    }
    lines += 1;
    if (lines === MOST_LINES) logger.warn('More happens than is written down for a while');
    return lines < MOST_LINES;
  };
  return {
    info: (message, facts) => may() && logger.info(message, facts),
    warn: (message, facts) => may() && logger.warn(message, facts),
    error: (message, facts) => may() && logger.error(message, facts),
    scope: (name) => rateLimitedLogger(logger.scope(name), clock),
  };
}
