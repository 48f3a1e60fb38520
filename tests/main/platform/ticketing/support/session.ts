import { onTestFinished } from 'vitest';
import { startBoxOffice, type BoxOffice, type BoxOfficeOptions } from '#box-office/server.ts';
import type { Fetch } from '#main/base/ports.ts';
import { createPlatformClock } from '#main/base/platform-clock.ts';
import type { TicketingClient } from '#main/platform/ticketing/client.ts';
import { Session } from '#main/platform/ticketing/session.ts';
import type { SessionStore, StoredSession } from '#main/platform/ticketing/session-store.ts';
import { SESSION_TIMINGS, type SessionTimings } from '#main/platform/ticketing/session-timings.ts';
import type { SessionState } from '#shared/model/session.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openClient, openHttp } from './client.ts';

export const USERNAME = 'door@usher.example';
export const PASSWORD = 'open-the-doors';

/** A store in memory, as it outlives a crash of the kiosk. */
export class MemoryStore implements SessionStore {
  stored: StoredSession | null = null;
  saves = 0;

  load(): Promise<StoredSession | null> {
    return Promise.resolve(this.stored);
  }

  save(session: StoredSession): Promise<void> {
    this.stored = session;
    this.saves += 1;
    return Promise.resolve();
  }

  clear(): Promise<void> {
    this.stored = null;
    return Promise.resolve();
  }
}

/** A box office and a kiosk whose clocks stand still until the test moves them. */
export async function openTown(options: BoxOfficeOptions = {}) {
  const clock = new FakeClock();
  const boxOffice = await startBoxOffice({ tickets: 200, now: () => clock.now(), ...options });
  onTestFinished(() => boxOffice.close());
  return { clock, boxOffice };
}

/** A session, joined to its client as the kiosk joins them. */
export function openSession(
  baseUrl: string,
  clock: FakeClock,
  {
    store = new MemoryStore(),
    timings = {},
    fetch = openHttp().fetch,
  }: { store?: SessionStore; timings?: Partial<SessionTimings>; fetch?: Fetch } = {},
) {
  const states: SessionState[] = [];
  const logger = new RecordingLogger();
  const platformClock = createPlatformClock(clock);
  const { client, outcomes } = openClient(baseUrl, {
    clock,
    fetch,
    onOutcome(outcome) {
      if (outcome.type === 'offline') return;
      const { credentials, refusal, accessTokenExpiration, serverDate } = outcome;
      if (serverDate !== null) platformClock.note({ ...outcome, serverDate });
      if (credentials === null) return;
      if (accessTokenExpiration !== null) {
        session.noteExpiration(accessTokenExpiration, credentials);
      }
      if (refusal !== null) session.noteRefusal(refusal, credentials);
    },
  });
  const server: { client: TicketingClient | null } = { client };
  const session: Session = new Session({
    client: () => server.client,
    formerClient: (former) => openClient(former, { clock, fetch }).client,
    clock,
    platformClock,
    store,
    logger,
    onChange: (state) => states.push(state),
    timings: { ...SESSION_TIMINGS, ...timings },
  });
  onTestFinished(() => session.stop());
  return { session, client, server, states, store, logger, outcomes };
}

/** How often an endpoint was asked, e.g. `validateToken`. */
export function askedFor(boxOffice: BoxOffice, endpoint: string): number {
  return boxOffice.requests.filter(({ path }) => path.endsWith(`/${endpoint}`)).length;
}

/** Waits until an endpoint was asked so often. */
export function whenAskedFor(boxOffice: BoxOffice, endpoint: string, times = 1): Promise<void> {
  return eventually(() => {
    if (askedFor(boxOffice, endpoint) < times) throw new Error(`${endpoint} was not asked`);
  });
}
