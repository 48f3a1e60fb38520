import type { Obstacle } from '#main/entrance/admission/decider.ts';
import type { DoorScope } from '#main/entrance/admission/door-scope.ts';
import type { PlatformAnswer } from '#main/entrance/admission/platform-answer.ts';
import type { DownloadEnvelope } from '#main/snapshot/options.ts';
import type { Clock, Fetch, Logger } from '#main/base/ports.ts';
import { BREAKER_TIMINGS } from '#main/sync/breaker-timings.ts';
import type { Breaker } from '#main/sync/breaker.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Outcome } from '#main/platform/ticketing/ask.ts';
import { checkPlatform } from '#main/platform/ticketing/check-server.ts';
import { createTicketingClient, type TicketingClient } from '#main/platform/ticketing/client.ts';
import type { Download } from '#main/platform/ticketing/download.ts';
import type { Credentials, TicketingFailure } from '#main/platform/ticketing/failure.ts';
import type { Session } from '#main/platform/ticketing/session.ts';
import { isOnlyTrouble, reasonOf } from '#main/platform/ticketing/trouble.ts';
import type { Validators } from '#main/platform/ticketing/validators.ts';
import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { AsRead } from '#shared/api/record.ts';
import type { ScanFilter, validateTicket } from '#shared/api/validate-ticket.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { TicketFacts } from '#shared/model/verdict.ts';
import { err, ok, type Result } from '#shared/result.ts';

export interface PlatformConnectionPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly platformClock: PlatformClock;
  readonly breaker: Breaker;
  readonly session: Session;
  /** The platform in use has answered what a guest waits for, or might have, after so many milliseconds. */
  readonly onRoundTrip: (took: number) => void;
  /** It is another platform now. */
  readonly onConnect: () => void;
}

/**
 * The platform that the kiosk works with. Whatever is asked through it, its answers teach the clock,
 * the session and the connection what they have to know.
 */
export class PlatformConnection {
  readonly #ports: PlatformConnectionPorts;
  #client: TicketingClient | null = null;
  #hasAnswered = false;
  /** Asks about tickets. What an attempt in doubt meets with in the end is no news of the connection. */
  #asker: Pick<TicketingClient, 'validateTicket'> | null = null;
  /** Under which credentials the last download began: it may outlive their session. */
  #downloadedAs: Credentials | null = null;

  constructor(ports: PlatformConnectionPorts) {
    this.#ports = ports;
  }

  /** Null while nobody has said which platform it is. */
  get client(): TicketingClient | null {
    return this.#client;
  }

  /** Whether the platform in use has answered since the kiosk works with it, and so has told its time. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** A client for what is left to be said to a platform that is not in use any more; nobody learns from it. */
  former(baseUrl: string): TicketingClient {
    const { fetch, clock, logger } = this.#ports;
    return createTicketingClient({ baseUrl, fetch, clock, logger });
  }

  /** Works with the platform at `baseUrl` from now on, or with none. */
  connect(baseUrl: string | null): void {
    const { fetch, clock, logger, breaker, session, onConnect } = this.#ports;
    breaker.forget();
    onConnect();
    this.#hasAnswered = false;
    if (baseUrl === null) {
      this.#client = null;
      this.#asker = null;
      return;
    }
    const platform = {
      ...{ baseUrl, fetch, clock, logger },
      // What a platform that was left still says is no news.
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

  /** Why the platform is not asked about tickets now; null when it is. */
  obstacle(): Obstacle | null {
    const { breaker, session } = this.#ports;
    if (this.#client === null || session.credentials() === null) return { type: 'not-signed-in' };
    const { state } = breaker;
    return state.status === 'offline' ? { type: 'no-answer', cause: state.reason } : null;
  }

  /** Asks about one ticket, in the session's name. */
  async askAboutTicket({ baseUrl, filter }: DoorScope, code: string): Promise<PlatformAnswer> {
    const { clock, session } = this.#ports;
    const credentials = session.credentials();
    const asker = this.#asker;
    if (asker === null || this.#client?.baseUrl !== baseUrl || credentials === null)
      return { type: 'not-signed-in' };
    const sentAt = clock.steady();
    const answer = await asker.validateTicket(credentials, { ...filter, barcodeString: code });
    if (this.#asker === asker) this.#noteGuest(answer, clock.steady() - sentAt);
    if (answer.ok) return { type: 'admitted', ticket: factsOf(answer.value) };
    switch (answer.error.type) {
      case 'refused': {
        const { error, status } = answer.error;
        return isOnlyTrouble(error, status)
          ? { type: 'unreachable', reason: reasonOf(status) }
          : answer.error;
      }
      case 'offline':
        return { type: 'unreachable', reason: answer.error.reason };
      case 'aborted':
        return { type: 'unreachable', reason: 'unreachable' };
      default:
        return assertNever(answer.error);
    }
  }

  /** A sign of life, within `timeLimit` milliseconds; null while no platform is known. */
  probe(timeLimit: number): Promise<Result<unknown, TicketingFailure>> | null {
    const client = this.#client;
    return client === null ? null : this.#probe(client, timeLimit);
  }

  /** What may be scanned now; not asked while the platform cannot be reached. */
  offered(signal: AbortSignal): Promise<Result<ScanningClient[], TicketingFailure>> {
    const reached = this.#reached();
    return reached.ok
      ? reached.value.client.filterOptions(reached.value.credentials, { signal })
      : Promise.resolve(reached);
  }

  /** Downloads the tickets of `filter`, unless they are `known` already; not while the platform cannot be reached. */
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

  /** What a download said at its end about the session that it was made in. */
  noteEnvelope({ accessTokenExpiration, refusal }: DownloadEnvelope): void {
    const { session } = this.#ports;
    const credentials = this.#downloadedAs;
    if (credentials === null) return;
    if (accessTokenExpiration !== null) session.noteExpiration(accessTokenExpiration, credentials);
    if (refusal !== null) session.noteRefusal(refusal, credentials);
  }

  /** Whom to ask what no guest waits for, and in whose name. */
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
    if (this.#client === client) this.#noteRoundTrip(answer, clock.steady() - sentAt);
    return answer;
  }

  #noteRoundTrip(answer: Result<unknown, TicketingFailure>, took: number): void {
    if (answer.ok || answer.error.type === 'refused') this.#ports.onRoundTrip(took);
  }

  /** Nobody is signed in: the platform says so, which is a sign of life as well. */
  async #probeUnnamed(
    baseUrl: string,
    timeLimit: number,
  ): Promise<Result<unknown, TicketingFailure>> {
    const checked = await checkPlatform(baseUrl, {
      ...this.#ports,
      timeLimit,
      // What a platform that was left still says is no news.
      onOutcome: (outcome) => {
        if (this.#client?.baseUrl === baseUrl) this.#learn(outcome);
      },
    });
    return checked.ok ? ok(null) : checked;
  }

  /** Whoever lets a guest wait notes a time-out when the guest's time is over: that is not noted again. */
  #noteGuest(answer: Result<unknown, TicketingFailure>, took: number): void {
    const { breaker } = this.#ports;
    this.#noteRoundTrip(answer, took);
    if (answer.ok || answer.error.type === 'refused') {
      breaker.noteWord(took);
      return;
    }
    const { error } = answer;
    if (error.type === 'offline' && error.busy === undefined && took < BREAKER_TIMINGS.promptly) {
      breaker.noteInVain(error.reason);
    }
  }

  #learn(outcome: Outcome): void {
    const { breaker, platformClock, session } = this.#ports;
    if (outcome.type === 'offline') {
      // Whoever asks to come again later is there.
      if (outcome.busy === undefined) breaker.noteFailure(outcome.reason);
      return;
    }
    this.#hasAnswered = true;
    breaker.noteAnswer(outcome);
    const { serverDate, credentials, accessTokenExpiration, refusal, status } = outcome;
    if (serverDate !== null) platformClock.note({ ...outcome, serverDate });
    if (credentials === null) return;
    if (accessTokenExpiration !== null) session.noteExpiration(accessTokenExpiration, credentials);
    if (refusal !== null) session.noteRefusal(refusal, credentials, status);
  }
}

function factsOf(response: AsRead<typeof validateTicket>): TicketFacts {
  const { name, performance, section, seat, ticketsScanned, ticketsSold, patron } = response;
  return {
    name,
    performance,
    section,
    seat,
    ticketsScanned,
    ticketsSold,
    countedAt: null,
    successHtml: response.successMsg,
    patron,
  };
}
