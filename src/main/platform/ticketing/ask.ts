import { authorizationHeader, subjectOf } from '#shared/api/index.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Answer, Clock, Fetch, FetchInit, Logger } from '#main/base/ports.ts';
import { platformTimeOf } from './answer-time.ts';
import { textOf } from './body.ts';
import { startDeadline, type Deadline } from './deadline.ts';
import type { Credentials, NoAnswer, TicketingFailure } from './failure.ts';
import { offlineReason } from './offline-reason.ts';
import type { Reader, Reading } from './reading.ts';
import { busyOf } from './retry-after.ts';
import { reasonOf } from './trouble.ts';
import { turnedAwayWith } from './turned-away.ts';

/**
 * The most bytes of an answer that are read, once unpacked; a longer one is no answer of the platform. A
 * download has a million tickets of less than a thousand bytes each, and some overhead.
 */
export const LARGEST_ANSWER = {
  usual: 1024 ** 2,
  list: 32 * 1024 ** 2,
  download: 4 * 1024 ** 3,
};

/** What is learned from a call besides its value. */
export type Outcome =
  | {
      readonly type: 'answered';
      /** The credentials it was made with: a late answer may belong to an earlier session. */
      readonly credentials: Credentials | null;
      readonly refusal: ApiError | null;
      /** The HTTP status. */
      readonly status: number;
      /** The token's new expiry in platform time. Null if the answer does not give it. */
      readonly accessTokenExpiration: number | null;
      /** The platform's time, up to a second late; null if the answer does not tell it. */
      readonly serverDate: number | null;
      /** A platform time that has passed even if the answer's `Age` is wrong; null if it is not dated. */
      readonly atLeast: number | null;
      /** From sending to the head of the answer, in milliseconds. */
      readonly roundTrip: number;
      /** When the head of the answer came, on the kiosk's steady clock. */
      readonly receivedAt: number;
    }
  | NoAnswer;

/** The platform that is asked, and what requests need. */
export interface AskPorts {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called once for each call that was not aborted, before its promise resolves. */
  readonly onOutcome?: ((outcome: Outcome) => void) | undefined;
  /** Called when a request with these credentials was rejected without an error of the platform. */
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
  readonly response: Answer;
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

/** Turns a reading into a result, and reports what was learned. */
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
      reason: reasonOf(status, isPage),
      status,
      ...(isPage && { isPage }),
      ...(busy && { busy }),
    });
  }
  const refusal = reading.type === 'refusal' ? reading.error : null;
  const time = platformTimeOf({
    response: head.response,
    accessTokenExpiration: renewsToken(refusal) ? reading.accessTokenExpiration : null,
    isStorable: question.method === 'GET' && question.credentials === null,
  });
  ports.onOutcome?.({
    type: 'answered',
    credentials: question.credentials,
    refusal,
    status,
    accessTokenExpiration: reading.accessTokenExpiration,
    serverDate: time?.serverDate ?? null,
    atLeast: time?.atLeast ?? null,
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

/** Whether the expiry in an answer is an hour from now: a token that was refused may have an old one. */
function renewsToken(refusal: ApiError | null): boolean {
  return refusal === null || subjectOf(refusal) === 'ticket';
}

/** Ends a call whose answer has no value, and reports it if the caller was rejected. */
function turnAway(
  ports: AskPorts,
  { credentials }: Question,
  failure: TicketingFailure,
): Result<never, TicketingFailure> {
  if (credentials !== null && turnedAwayWith(failure) !== null) ports.onTurnedAway?.(credentials);
  return failure.type === 'refused' ? err(failure) : fail(ports, failure);
}

/** Ends a call without an answer, and reports that. */
export function fail(ports: AskPorts, failure: TicketingFailure): Result<never, TicketingFailure> {
  if (failure.type === 'offline') ports.onOutcome?.(failure);
  return err(failure);
}

/** Returns the failure that an `error` during a request or its body means. */
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
