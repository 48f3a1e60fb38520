import {
  authenticationResponseSchema,
  authorizationHeader,
  calendarResponseSchema,
  clientIdHeader,
  eventsResponseSchema,
  filterOptionsResponseSchema,
  programmePath,
  SCANNING_PATHS,
  seriesResponseSchema,
  validTicketsResponseSchema,
  type CalendarResponse,
  type EventsResponse,
  type FilterOptionsResponse,
  type ScanFilter,
  type SeriesResponse,
  type ValidTicketsResponse,
} from '#shared/api/index.ts';
import type { Cases } from './cases.ts';
import { createAsk, type Answer, type Ask } from './http.ts';
import { readOk, type Reading } from './reading.ts';

/** What is tested, and how far. */
export interface Target {
  readonly baseUrl: string;
  readonly clientId: number;
  readonly credentials: Credentials | undefined;
  /** Whether tickets may be spent. */
  readonly scan: boolean;
  /** The ticket to spend. Without one, some that the download calls valid are. */
  readonly barcode: string | undefined;
  /** A whitelisted origin (spec 8), e.g. `https://www.example.org`. */
  readonly origin: string | undefined;
  readonly cases: Cases;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** A session at the platform. */
export interface Session {
  readonly headers: Readonly<Record<string, string>>;
  readonly expiration: number;
  /** From our clock to the platform's, in milliseconds. */
  readonly clockOffset: number;
}

/** What the checks share: how to ask, and what they ask for more than once. */
export interface Platform extends Target {
  readonly ask: Ask;
  readonly calendar: () => Promise<Reading<CalendarResponse>>;
  readonly series: () => Promise<Reading<SeriesResponse>>;
  readonly events: () => Promise<Reading<EventsResponse>>;
  /** The headers of a session that has been ended; undefined without credentials. */
  readonly endedSession: () => Promise<Session['headers'] | undefined>;
  /** Signs in anew, as the user of all checks or another; undefined without credentials, or if the platform refuses. */
  readonly signIn: (as?: Credentials) => Promise<Session | undefined>;
  /** Ends a session. */
  readonly signOut: (headers: Session['headers']) => Promise<Answer>;
  /** The session of all checks. */
  readonly session: () => Promise<Session | undefined>;
  readonly filterOptions: () => Promise<Reading<FilterOptionsResponse>>;
  /** The same as it is now. */
  readonly filterOptionsNow: () => Promise<Reading<FilterOptionsResponse>>;
  /** The download as it is at first. */
  readonly download: () => Promise<Reading<ValidTicketsResponse>>;
  /** The download as it is now. */
  readonly downloadNow: (filter?: Partial<ScanFilter>) => Promise<Answer>;
  /** Whether the platform let a ticket in for a check already: no other check uses it. */
  readonly used: Set<string>;
}

export function createPlatform(target: Target): Platform {
  const { clientId, credentials } = target;
  const ask = createAsk(target.baseUrl);
  const programme = (path: string) => ask(path, { headers: clientIdHeader(clientId) });
  const signedIn = async (path: string) => ask(path, { headers: (await session())?.headers ?? {} });

  async function signIn(as = credentials): Promise<Session | undefined> {
    if (as === undefined) return undefined;
    const answer = await ask(SCANNING_PATHS.authenticate, { method: 'POST', body: as });
    const { accessToken, accessTokenExpiration } =
      authenticationResponseSchema.safeParse(answer.body).data ?? {};
    if (typeof accessToken !== 'string') return undefined;
    const headers = authorizationHeader(as.username, accessToken);
    return { headers, expiration: accessTokenExpiration ?? 0, clockOffset: answer.at - Date.now() };
  }

  const signOut = (headers: Session['headers']) =>
    ask(SCANNING_PATHS.invalidateToken, { method: 'DELETE', headers });
  const session = once(() => signIn());
  const downloadNow = (filter: Partial<ScanFilter> = {}) => {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries({ clientId, ...filter })) {
      query.set(key, String(value));
    }
    return signedIn(`${SCANNING_PATHS.validTickets}?${query.toString()}`);
  };

  const filterOptionsNow = async () =>
    readOk(filterOptionsResponseSchema, await signedIn(SCANNING_PATHS.filterOptions));

  return {
    ...target,
    filterOptionsNow,
    ask,
    signIn,
    signOut,
    session,
    endedSession: once(async () => {
      const headers = (await signIn())?.headers;
      if (headers === undefined) return undefined;
      await signOut(headers);
      return headers;
    }),
    downloadNow,
    used: new Set(),
    calendar: once(async () =>
      readOk(calendarResponseSchema, await programme(programmePath('calendar', { clientId }))),
    ),
    series: once(async () =>
      readOk(seriesResponseSchema, await programme(programmePath('series', { clientId }))),
    ),
    events: once(async () =>
      readOk(eventsResponseSchema, await programme(programmePath('events', { clientId }))),
    ),
    filterOptions: once(filterOptionsNow),
    download: once(async () => readOk(validTicketsResponseSchema, await downloadNow())),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
