import { onTestFinished } from 'vitest';
import type { Fetch } from '#main/base/ports.ts';
import type { BodyStream, Download } from '#main/platform/ticketing/download.ts';
import type { Outcome } from '#main/platform/ticketing/ask.ts';
import { createTicketingClient } from '#main/platform/ticketing/client.ts';
import { createHttp, type HttpOptions } from '#main/platform/ticketing/http.ts';
import { TIME_LIMITS, type TimeLimits } from '#main/platform/ticketing/time-limits.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';

/** The body of a download that brought one. */
export function bodyOf(download: Download): BodyStream {
  if (download.type !== 'body') throw new Error('nothing has changed');
  return download.stream;
}

/** The application's own HTTP, ended with its test. */
export function openHttp(options: Partial<HttpOptions> = {}) {
  const logger = new RecordingLogger();
  const http = createHttp({ logger, ...options });
  onTestFinished(() => http.close());
  return { ...http, logger };
}

/** A client over real HTTP, on a clock that stands until the test moves it. */
export function openClient(
  baseUrl: string,
  {
    limits = {},
    clock = new FakeClock(),
    fetch = openHttp().fetch,
    onOutcome,
  }: {
    limits?: Partial<TimeLimits>;
    clock?: FakeClock;
    fetch?: Fetch;
    onOutcome?: (outcome: Outcome) => void;
  } = {},
) {
  const outcomes: Outcome[] = [];
  const logger = new RecordingLogger();
  const client = createTicketingClient({
    baseUrl,
    fetch,
    clock,
    logger,
    timeLimits: { ...TIME_LIMITS, ...limits },
    onOutcome(outcome) {
      outcomes.push(outcome);
      onOutcome?.(outcome);
    },
  });
  return { client, clock, outcomes, logger };
}

export const CREDENTIALS = { username: 'somebody', token: 'token-of-somebody' };
