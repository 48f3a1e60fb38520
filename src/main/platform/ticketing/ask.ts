import { authorizationHeader } from '#shared/api/index.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Clock, Fetch, FetchInit, Logger } from '#main/base/ports.ts';
import { textOf } from './body.ts';
import { startDeadline, type Deadline } from './deadline.ts';
import type { Credentials, NoAnswer, TicketingFailure } from './failure.ts';
import { offlineReason } from './offline-reason.ts';
import type { Reader, Reading } from './reading.ts';
import { busyOf } from './retry-after.ts';
import { reasonOf } from './trouble.ts';
import { turnedAwayWith } from './turned-away.ts';

/**
 * The most that is read of an answer, in bytes once it is unpacked; more is no answer of the platform.
 * A download has a million tickets of less than a thousand bytes, and some.
 */
export const LARGEST_ANSWER = {
  usual: 1024 ** 2,
  list: 32 * 1024 ** 2,
  download: 4 * 1024 ** 3,
};

/** What a call told beside its value. */
export type Outcome =
  | {
      readonly type: 'answered';
      /** Under which credentials it was asked: a late answer may be about an earlier session. */
      readonly credentials: Credentials | null;
      readonly refusal: ApiError | null;
      /** HTTP's. */
      readonly status: number;
      /** When the token dies now; platform time. Null where the answer did not say. */
      readonly accessTokenExpiration: number | null;
      /** What the platform's clock said (`Date`), to the second; null where it did not. */
      readonly serverDate: number | null;
      /** From sending to the head of the answer, in milliseconds. */
      readonly roundTrip: number;
      /** When the head of the answer came, on the kiosk's steady clock. */
      readonly receivedAt: number;
    }
  | NoAnswer;

/** The platform that is asked, and what asking takes. */
export interface AskPorts {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called once for each call that was not aborted, before its promise resolves. */
  readonly onOutcome?: ((outcome: Outcome) => void) | undefined;
  /** Called where one that was asked in these credentials' name was turned away without a word. */
  readonly onTurnedAway?: ((credentials: Credentials) => void) | undefined;
}

/** One request to the platform. */
export interface Question {
  readonly method: FetchInit['method'];
  /** With its query; joined to the base URL. */
  readonly path: string;
  readonly credentials: Credentials | null;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly timeLimit: number;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes?: FetchInit['onBytes'];
}

/** The head of an answer and when it came. */
export interface Head {
  readonly response: Response;
  /** From sending to now, in milliseconds. */
  readonly roundTrip: number;
  /** On the kiosk's steady clock. */
  readonly receivedAt: number;
}

/** Sends a question once. Rejects as the network does. */
export async function send(ports: AskPorts, question: Question, deadline: Deadline): Promise<Head> {
  const sentAt = ports.clock.steady();
  const { credentials, body } = question;
  const response = await ports.fetch(ports.baseUrl + question.path, {
    method: question.method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...question.headers,
      ...(credentials && authorizationHeader(credentials.username, credentials.token)),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: deadline.signal,
    ...(question.onBytes && { onBytes: question.onBytes }),
    redirect: 'manual',
  });
  const receivedAt = ports.clock.steady();
  return { response, receivedAt, roundTrip: receivedAt - sentAt };
}

/** Asks one question and reads its whole answer. */
export async function ask<T>(
  ports: AskPorts,
  question: Question,
  read: Reader<T>,
  largest = LARGEST_ANSWER.usual,
): Promise<Result<T, TicketingFailure>> {
  const deadline = startDeadline(ports.clock, question.timeLimit, question.signal);
  try {
    const head = await send(ports, question, deadline);
    const body = await textOf(head.response, largest);
    if (body === null) return conclude(ports, question, head, { type: 'unreadable', at: 'size' });
    return conclude(ports, question, head, read(body, head.response.status));
  } catch (error) {
    return fail(ports, interrupted(error, deadline));
  } finally {
    deadline.end();
  }
}

/** Turns a reading into a result, and reports what it told. */
export function conclude<T>(
  ports: AskPorts,
  question: Question,
  head: Head,
  reading: Reading<T>,
): Result<T, TicketingFailure> {
  const { status, headers } = head.response;
  const busy = busyOf(head.response);
  if (reading.type === 'unreadable') {
    const path = question.path.split('?')[0];
    ports.logger.warn('an answer is not what the platform promises', {
      path,
      status,
      at: reading.at,
    });
    const isPage = headers.get('content-type')?.includes('html') === true;
    return turnAway(ports, question, {
      type: 'offline',
      reason: reasonOf(status),
      status,
      ...(isPage && { isPage }),
      ...(busy && { busy }),
    });
  }
  const refusal = reading.type === 'refusal' ? reading.error : null;
  ports.onOutcome?.({
    type: 'answered',
    credentials: question.credentials,
    refusal,
    status,
    accessTokenExpiration: reading.accessTokenExpiration,
    serverDate: serverDate(headers),
    roundTrip: head.roundTrip,
    receivedAt: head.receivedAt,
  });
  return reading.type === 'value'
    ? ok(reading.value)
    : turnAway(ports, question, {
        type: 'refused',
        error: reading.error,
        status,
        ...(busy && { busy }),
      });
}

/** Ends a call with an answer that brings nothing, and tells if whoever asked was turned away by it. */
function turnAway(
  ports: AskPorts,
  { credentials }: Question,
  failure: TicketingFailure,
): Result<never, TicketingFailure> {
  if (credentials !== null && turnedAwayWith(failure) !== null) ports.onTurnedAway?.(credentials);
  return failure.type === 'refused' ? err(failure) : fail(ports, failure);
}

/** Ends a call without an answer, and tells so. */
export function fail(ports: AskPorts, failure: TicketingFailure): Result<never, TicketingFailure> {
  if (failure.type === 'offline') ports.onOutcome?.(failure);
  return err(failure);
}

/** What it means that a request or its body was interrupted with `error`. */
export function interrupted(error: unknown, deadline: Deadline): TicketingFailure {
  switch (deadline.passed()) {
    case 'aborted':
      return { type: 'aborted' };
    case 'timeout':
      return { type: 'offline', reason: 'timeout' };
    case null:
      return { type: 'offline', reason: offlineReason(error) };
  }
}

/** The `Date` header; not if a snapshot kept the answer for a while (`Age`), for then it is old. */
function serverDate(headers: Headers): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) || headers.has('age') ? null : date;
}
