import {
  authentication,
  clientIdHeader,
  filterOptions,
  futureEventsEnvelope,
  narrowest,
  programmePath,
  SCANNING_PATHS,
  scanningEnvelope,
  validTickets,
  type AsRead,
  type ProgrammeScope,
  type ScanFilter,
  type ScanningClient,
  type SyncScansRequest,
  type ValidateTicketRequest,
  type validateTicket,
} from '#shared/api/index.ts';
import type { Result } from '#shared/result.ts';
import { z } from 'zod';
import { admissionAnswerSchema } from './admission-answer.ts';
import { ask, LARGEST_ANSWER, type AskPorts } from './ask.ts';
import { askForDownload, askForStream, type BodyStream, type Download } from './download.ts';
import type { Credentials, TicketingFailure } from './failure.ts';
import { emptyReader, programmeReader, scanningReader } from './reading.ts';
import { readSync, type FailedScan } from './sync-answer.ts';
import { TIME_LIMITS, type TimeLimits } from './time-limits.ts';
import { OF_ONE_ENDPOINT } from './trouble.ts';
import type { Validators } from './validators.ts';

/** Options of every call: a signal to cancel it, and a time limit other than its own. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds, from asking to the last byte of the answer. */
  readonly timeLimit?: number;
}

type Answer<T> = Promise<Result<T, TicketingFailure>>;

/** What a sign-in brings (spec 2.6). */
export interface SignInAnswer {
  readonly accessToken: string;
  /** Platform time, ms since the epoch; null if the platform did not say. */
  readonly accessTokenExpiration: number | null;
  readonly passwordExpiresOn: number | null;
  readonly daysTillPasswordExpires: number | null;
}

/**
 * The platform's public API (spec 4). Every call sends exactly one request, which is never repeated. Of a
 * filter by both performance and production only the performance is sent.
 */
export interface TicketingClient {
  readonly baseUrl: string;
  authenticate(username: string, password: string, options?: CallOptions): Answer<SignInAnswer>;
  filterOptions(credentials: Credentials, options?: CallOptions): Answer<ScanningClient[]>;
  /** A value is an admission; every other answer of the platform is a refusal. */
  validateTicket(
    credentials: Credentials,
    request: ValidateTicketRequest,
    options?: CallOptions,
  ): Answer<AsRead<typeof validateTicket>>;
  /**
   * Downloads the tickets for offline use, as a stream: it may be far larger than memory. With `known`, the
   * body is sent only if it differs from the version that these validators identify.
   */
  validTickets(
    credentials: Credentials,
    filter: ScanFilter,
    options?: CallOptions & { readonly known?: Validators | null },
  ): Answer<Download>;
  /** Uploads scans made offline; returns those that could not be recorded. */
  syncScans(
    credentials: Credentials,
    request: SyncScansRequest,
    options?: CallOptions,
  ): Answer<readonly FailedScan[]>;
  validateToken(
    credentials: Credentials,
    options?: CallOptions,
  ): Answer<{ readonly accessTokenExpiration: number | null }>;
  invalidateToken(credentials: Credentials, options?: CallOptions): Answer<null>;
  /**
   * One month in whole weeks; this month, if none is named. `month` counts from 1. Like the other
   * views of the future events it is a stream: its performances may be thousands.
   */
  calendar(
    scope: ProgrammeScope,
    month?: { readonly year: number; readonly month: number },
    options?: CallOptions,
  ): Answer<BodyStream>;
  series(scope: ProgrammeScope, options?: CallOptions): Answer<BodyStream>;
  events(scope: ProgrammeScope, options?: CallOptions): Answer<BodyStream>;
}

export interface TicketingClientPorts extends AskPorts {
  readonly timeLimits?: TimeLimits;
}

/** The most characters of a token; few servers accept a longer header. */
const LONGEST_TOKEN = 4096;

const readSignIn = scanningReader(
  authentication.lenient.extend({ accessToken: z.string().min(1).max(LONGEST_TOKEN) }),
);
const readFilterOptions = scanningReader(
  filterOptions.lenient.transform(({ clients }) => clients ?? []),
);
const readAdmission = scanningReader(admissionAnswerSchema);
const readToken = scanningReader(scanningEnvelope.lenient.pick({ accessTokenExpiration: true }));
/**
 * Tickets are validated one by one by whoever reads the stream, so that an unreadable one affects no other.
 */
const readTickets = scanningReader(
  validTickets.lenient.extend({ tickets: z.array(z.unknown()).nullable() }),
);
/**
 * Only the envelope is validated here; the records are validated one by one by whoever reads the stream.
 */
const readProgramme = programmeReader(futureEventsEnvelope.lenient);

/** The client of one platform at `baseUrl`. */
export function createTicketingClient(ports: TicketingClientPorts): TicketingClient {
  const limits = ports.timeLimits ?? TIME_LIMITS;
  const within = (timeLimit: number, options?: CallOptions) => ({ timeLimit, ...options });
  const get = (path: string, credentials: Credentials) =>
    ({ method: 'GET', path, credentials }) as const;
  const post = (path: string, credentials: Credentials | null, body: unknown) =>
    ({ method: 'POST', path, credentials, body }) as const;
  const inTheBackground = { ...ports, onOutcome: aboutTheConnection(ports.onOutcome) };
  const programme = (path: string, scope: ProgrammeScope, options?: CallOptions) =>
    askForStream(
      inTheBackground,
      {
        method: 'GET',
        path,
        credentials: null,
        headers: clientIdHeader(scope.clientId),
        ...within(limits.programme, options),
      },
      readProgramme,
      limits.programmePause,
    );

  return {
    baseUrl: ports.baseUrl,

    authenticate(username, password, options) {
      const question = post(SCANNING_PATHS.authenticate, null, { username, password });
      return ask(ports, { ...question, ...within(limits.authenticate, options) }, readSignIn);
    },
    filterOptions(credentials, options) {
      const question = get(SCANNING_PATHS.filterOptions, credentials);
      return ask(
        ports,
        { ...question, ...within(limits.filterOptions, options) },
        readFilterOptions,
        LARGEST_ANSWER.list,
      );
    },
    validateTicket(credentials, { barcodeString, ...filter }, options) {
      const body: ValidateTicketRequest = { ...narrowest(filter), barcodeString };
      const question = post(SCANNING_PATHS.validateTicket, credentials, body);
      return ask(ports, { ...question, ...within(limits.validateTicket, options) }, readAdmission);
    },
    validTickets(credentials, filter, options) {
      const path = `${SCANNING_PATHS.validTickets}?${queryOf(narrowest(filter))}`;
      const question = get(path, credentials);
      const { known = null, ...rest } = options ?? {};
      // No cache on the way may answer instead of the platform.
      const headers = { 'cache-control': 'no-cache' };
      return askForDownload(
        inTheBackground,
        { ...question, headers, ...within(limits.validTickets, rest) },
        readTickets,
        { pause: limits.validTicketsPause, largest: LARGEST_ANSWER.download, known },
      );
    },
    syncScans(credentials, { tickets, ...filter }, options) {
      const body: SyncScansRequest = { ...narrowest(filter), tickets };
      const question = post(SCANNING_PATHS.syncScans, credentials, body);
      return ask(inTheBackground, { ...question, ...within(limits.syncScans, options) }, readSync);
    },
    validateToken(credentials, options) {
      const question = get(SCANNING_PATHS.validateToken, credentials);
      return ask(ports, { ...question, ...within(limits.validateToken, options) }, readToken);
    },
    invalidateToken(credentials, options) {
      const path = SCANNING_PATHS.invalidateToken;
      const question = { method: 'DELETE', path, credentials } as const;
      return ask(ports, { ...question, ...within(limits.invalidateToken, options) }, emptyReader);
    },
    calendar(scope, month, options) {
      const query = month === undefined ? '' : `?${queryOf(month)}`;
      return programme(programmePath('calendar', scope) + query, scope, options);
    },
    series: (scope, options) => programme(programmePath('series', scope), scope, options),
    events: (scope, options) => programme(programmePath('events', scope), scope, options),
  };
}

/**
 * Downloads and uploads may be slow or failing while tickets are checked as usual: of their failures, only
 * those of the network say something about the connection.
 */
function aboutTheConnection(onOutcome: AskPorts['onOutcome']): AskPorts['onOutcome'] {
  return (outcome) => {
    const isOwnTrouble = outcome.type === 'offline' && OF_ONE_ENDPOINT.includes(outcome.reason);
    if (!isOwnTrouble || outcome.busy !== undefined) onOutcome?.(outcome);
  };
}

function queryOf(members: Readonly<Record<string, number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(members)) {
    if (value !== undefined) query.set(key, String(value));
  }
  return query.toString();
}
