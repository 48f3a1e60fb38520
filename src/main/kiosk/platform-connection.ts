import type { DownloadEnvelope } from '#main/snapshot/options.ts';
import type { Clock, Fetch, Logger } from '#main/base/ports.ts';
import type { Breaker } from '#main/sync/breaker.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Outcome } from '#main/platform/ticketing/ask.ts';
import { checkPlatform } from '#main/platform/ticketing/check-platform.ts';
import { createTicketingClient, type TicketingClient } from '#main/platform/ticketing/client.ts';
import { withCookies, type CookieFetch } from '#main/platform/ticketing/cookies.ts';
import type { Download } from '#main/platform/ticketing/download.ts';
import type { Credentials, TicketingFailure } from '#main/platform/ticketing/failure.ts';
import type { Session } from '#main/platform/ticketing/session.ts';
import { isInTrouble } from '#main/platform/ticketing/trouble.ts';
import type { Validators } from '#main/platform/ticketing/validators.ts';
import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import { err, ok, type Result } from '#shared/result.ts';

export type TicketAsker = Pick<TicketingClient, 'baseUrl' | 'validateTicket'>;

export interface PlatformConnectionPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly platformClock: PlatformClock;
  readonly breaker: Breaker;
  readonly session: Session;
  /**
   * Called when the platform in use has answered a request that a guest waits for or could wait
   * for, with the time it took in milliseconds.
   */
  readonly onRoundTrip: (took: number) => void;
  /** Called when the kiosk works with another platform. */
  readonly onConnect: () => void;
}

/**
 * The platform that the kiosk works with. All requests go through it, and their answers update the
 * clock, the session and the breaker.
 */
export class PlatformConnection {
  readonly #ports: PlatformConnectionPorts;
  #client: TicketingClient | null = null;
  #cookies: CookieFetch | null = null;
  #hasAnswered = false;
  #asker: TicketAsker | null = null;
  /** The credentials of the last download: the download may outlive their session. */
  #downloadedAs: Credentials | null = null;

  constructor(ports: PlatformConnectionPorts) {
    this.#ports = ports;
  }

  /** Null while it is unknown which platform to use. */
  get client(): TicketingClient | null {
    return this.#client;
  }

  /**
   * Asks about tickets. A question that fails after the guest's time was over tells nothing about
   * the connection.
   */
  get asker(): TicketAsker | null {
    return this.#asker;
  }

  /**
   * Whether the platform in use has answered since the kiosk works with it, and so has told its
   * time.
   */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /**
   * Returns a client for final requests to a platform that is not in use any more; its answers
   * update nothing.
   */
  former(baseUrl: string): TicketingClient {
    const { fetch, clock, logger } = this.#ports;
    return createTicketingClient({ baseUrl, fetch, clock, logger });
  }

  /** Works with the platform at `baseUrl` from now on, or with none if it is null. */
  connect(baseUrl: string | null): void {
    const { fetch, clock, logger, breaker, session, onConnect } = this.#ports;
    breaker.forget();
    onConnect();
    this.#hasAnswered = false;
    if (baseUrl === null) {
      this.#client = null;
      this.#asker = null;
      this.#cookies = null;
      return;
    }
    const cookies = withCookies(fetch, baseUrl);
    this.#cookies = cookies;
    const platform = {
      ...{ baseUrl, clock, logger },
      fetch: cookies.fetch,
      // Answers of a platform that is not in use any more are ignored.
      onTurnedAway: (credentials: Credentials) => {
        if (this.#client === client) session.noteTurnedAway(credentials);
      },
    };
    const client = createTicketingClient({
      ...platform,
      onOutcome: (outcome) => {
        if (this.#client === client) this.#learn(outcome);
      },
    });
    this.#client = client;
    this.#asker = createTicketingClient({
      ...platform,
      onOutcome: (outcome) => {
        if (this.#client === client && outcome.type === 'answered') this.#learn(outcome);
      },
    });
  }

  /** Forgets the cookies of a session that is over. */
  forgetCookies(): void {
    this.#cookies?.clear();
  }

  /**
   * Asks the platform for a sign of life, within `timeLimit` milliseconds; null while no platform
   * is known.
   */
  probe(timeLimit: number): Promise<Result<unknown, TicketingFailure>> | null {
    const client = this.#client;
    return client === null ? null : this.#probe(client, timeLimit);
  }

  /** Asks what may be scanned now; fails at once while the platform cannot be reached. */
  offered(signal: AbortSignal): Promise<Result<ScanningClient[], TicketingFailure>> {
    const reached = this.#reached();
    return reached.ok
      ? reached.value.client.filterOptions(reached.value.credentials, { signal })
      : Promise.resolve(reached);
  }

  /**
   * Downloads the tickets of `filter`, unless they are `known` already; fails at once while the
   * platform cannot be reached.
   */
  download(
    filter: ScanFilter,
    signal: AbortSignal,
    known: Validators | null,
  ): Promise<Result<Download, TicketingFailure>> {
    const reached = this.#reached();
    if (!reached.ok) return Promise.resolve(reached);
    const { client, credentials } = reached.value;
    this.#downloadedAs = credentials;
    return client.validTickets(credentials, filter, { signal, known });
  }

  /** Notes what the end of a download says about the session that it was made in. */
  noteEnvelope({ accessTokenExpiration, refusal }: DownloadEnvelope): void {
    const { session } = this.#ports;
    const credentials = this.#downloadedAs;
    if (credentials === null) return;
    if (accessTokenExpiration !== null) session.noteExpiration(accessTokenExpiration, credentials);
    if (refusal !== null) session.noteRefusal(refusal, credentials);
  }

  /**
   * The client and credentials for requests that no guest waits for; fails while the platform
   * cannot be reached.
   */
  #reached(): Result<
    { readonly client: TicketingClient; readonly credentials: Credentials },
    TicketingFailure
  > {
    const { breaker, session } = this.#ports;
    const credentials = session.credentials();
    if (this.#client === null || credentials === null) return err({ type: 'aborted' });
    const { state } = breaker;
    if (state.status === 'offline' && !breaker.reachable) {
      return err({ type: 'offline', reason: state.reason });
    }
    return ok({ client: this.#client, credentials });
  }

  async #probe(
    client: TicketingClient,
    timeLimit: number,
  ): Promise<Result<unknown, TicketingFailure>> {
    const { clock, session } = this.#ports;
    const credentials = session.credentials();
    const sentAt = clock.steady();
    const answer = await (credentials === null
      ? this.#probeUnnamed(client.baseUrl, timeLimit)
      : client.validateToken(credentials, { timeLimit }));
    if (this.#client === client) this.noteRoundTrip(answer, clock.steady() - sentAt);
    return answer;
  }

  /** Reports how long the platform took, in milliseconds, if it has answered itself. */
  noteRoundTrip(answer: Result<unknown, TicketingFailure>, took: number): void {
    if (answer.ok || answer.error.type === 'refused') this.#ports.onRoundTrip(took);
  }

  /** Probes without credentials: the platform's refusal is a sign of life, too. */
  async #probeUnnamed(
    baseUrl: string,
    timeLimit: number,
  ): Promise<Result<unknown, TicketingFailure>> {
    const checked = await checkPlatform(baseUrl, {
      ...this.#ports,
      timeLimit,
      // Answers of a platform that is not in use any more are ignored.
      onOutcome: (outcome) => {
        if (this.#client?.baseUrl === baseUrl) this.#learn(outcome);
      },
    });
    return checked.ok ? ok(null) : checked;
  }

  #learn(outcome: Outcome): void {
    const { breaker, platformClock, session } = this.#ports;
    if (outcome.type === 'offline') {
      // A platform that asks to come back later is reachable.
      if (outcome.busy === undefined) breaker.noteFailure(outcome.reason);
      return;
    }
    this.#hasAnswered = true;
    breaker.noteAnswer(outcome);
    const { serverDate, credentials, accessTokenExpiration, refusal, status } = outcome;
    if (serverDate !== null) platformClock.note({ ...outcome, serverDate });
    if (credentials === null) return;
    const isTrusted = refusal === null || !isInTrouble(status);
    if (accessTokenExpiration !== null && isTrusted) {
      session.noteExpiration(accessTokenExpiration, credentials);
    }
    if (refusal !== null) session.noteRefusal(refusal, credentials, status);
  }
}
