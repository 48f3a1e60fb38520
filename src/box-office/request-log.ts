import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import type { RequestRecord } from './request-record.ts';

/** Lets tests hold, or replace, an answer after the request has had its effect. */
export interface BoxOfficeHooks {
  readonly beforeAnswer?: (
    request: Readonly<RequestRecord>,
  ) => Response | undefined | Promise<Response | undefined>;
}

/** Which headers tell the time of an answer. */
export interface TimeHeaders {
  readonly sendsDate: boolean;
  /** How many seconds a cache is said to have held it; null: no cache. */
  readonly age: number | null;
}

/** So many requests are remembered; a sandbox that runs for weeks forgets the oldest. */
const REMEMBERED = 10_000;

/** Keeps the list of requests, sets `Date` and `Age` on each answer, and calls the hook. */
export function requestLog(
  requests: RequestRecord[],
  now: () => number,
  hooks: BoxOfficeHooks,
  { sendsDate, age }: TimeHeaders,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { method, path } = c.req;
    const record: RequestRecord = { method, path, at: now(), errorCode: null, answered: false };
    requests.push(record);
    if (requests.length > REMEMBERED) requests.shift();
    c.set('record', record);
    await next();
    const replacement = await hooks.beforeAnswer?.(record);
    if (replacement instanceof Response) {
      // Hono would merge the headers of the answer that is being replaced.
      c.res = undefined;
      c.res = replacement;
    }
    const generatedAt = now() - (age ?? 0) * 1000;
    if (sendsDate) c.res.headers.set('Date', new Date(generatedAt).toUTCString());
    if (age !== null) c.res.headers.set('Age', String(age));
    record.answered = true;
  };
}
