import { onTestFinished } from 'vitest';
import type { Fetch } from '#main/base/ports.ts';
import type { BodyStream, Download } from '#main/platform/ticketing/download.ts';
import type { Outcome } from '#main/platform/ticketing/ask.ts';
import { createTicketingClient } from '#main/platform/ticketing/client.ts';
import { createHttp, type HttpOptions } from '#main/platform/ticketing/http.ts';
import { TIME_LIMITS, type TimeLimits } from '#main/platform/ticketing/time-limits.ts';
import { passwordOf, USER } from '#tests/box-office/support.ts';
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

/** A client in whose name a demo user has signed in. */
export async function openSignedInClient(
  baseUrl: string,
  username: string = USER.door,
  options: Parameters<typeof openClient>[1] = {},
) {
  const opened = openClient(baseUrl, options);
  const signedIn = await opened.client.authenticate(username, passwordOf(username));
  if (!signedIn.ok) throw new Error('the demo user cannot sign in');
  return { ...opened, credentials: { username, token: signedIn.value.accessToken } };
}

export const CREDENTIALS = { username: 'somebody', token: 'token-of-somebody' };
