import type { ScanFilter, ValidateTicketResponse } from '#shared/api/validate-ticket.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { TicketFacts } from '#shared/model/verdict.ts';
import type { PlatformAnswer } from './admission/platform-answer.ts';
import type { Clock, Fetch, Logger } from './ports.ts';
import type { Connectivity } from './sync/connectivity.ts';
import type { PlatformClock } from './sync/platform-clock.ts';
import type { Outcome } from './ticketing/ask.ts';
import { createTicketingClient, type TicketingClient } from './ticketing/client.ts';
import type { Session } from './ticketing/session.ts';

export interface PlatformLinkPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly platformClock: PlatformClock;
  readonly connectivity: Connectivity;
  readonly session: Session;
}

/**
 * The platform that the kiosk works with. Whatever is asked through it, its answers teach the clock,
 * the session and the connection what they have to know.
 */
export class PlatformLink {
  readonly #ports: PlatformLinkPorts;
  #client: TicketingClient | null = null;

  constructor(ports: PlatformLinkPorts) {
    this.#ports = ports;
  }

  /** Null while nobody has said which platform it is. */
  get client(): TicketingClient | null {
    return this.#client;
  }

  /** Works with the platform at `baseUrl` from now on, or with none. */
  connect(baseUrl: string | null): void {
    const { fetch, clock, logger, connectivity } = this.#ports;
    connectivity.forget();
    if (baseUrl === null) {
      this.#client = null;
      return;
    }
    const client = createTicketingClient({
      baseUrl,
      fetch,
      clock,
      logger,
      // What a platform that was left still says is no news.
      onOutcome: (outcome) => {
        if (this.#client === client) this.#learn(outcome);
      },
    });
    this.#client = client;
  }

  /** Asks about one ticket, in the session's name. */
  async askAboutTicket(code: string, filter: ScanFilter): Promise<PlatformAnswer> {
    const credentials = this.#ports.session.credentials();
    if (this.#client === null || credentials === null) return { type: 'not-signed-in' };
    const request = { ...filter, barcodeString: code };
    const answer = await this.#client.validateTicket(credentials, request);
    if (answer.ok) return { type: 'admitted', ticket: factsOf(answer.value) };
    switch (answer.error.type) {
      case 'refused':
        return answer.error;
      case 'offline':
        return { type: 'unreachable', reason: answer.error.reason };
      case 'aborted':
        return { type: 'unreachable', reason: 'unreachable' };
      default:
        return assertNever(answer.error);
    }
  }

  #learn(outcome: Outcome): void {
    const { connectivity, platformClock, session } = this.#ports;
    if (outcome.type === 'offline') {
      connectivity.noteFailure(outcome.reason);
      return;
    }
    connectivity.noteAnswer();
    const { serverDate, credentials, accessTokenExpiration, refusal } = outcome;
    if (serverDate !== null) platformClock.note({ ...outcome, serverDate });
    if (credentials === null) return;
    if (accessTokenExpiration !== null) session.noteExpiration(accessTokenExpiration, credentials);
    if (refusal !== null) session.noteRefusal(refusal, credentials);
  }
}

function factsOf(response: ValidateTicketResponse): TicketFacts {
  const { name, performance, section, seat, ticketsScanned, ticketsSold, patron } = response;
  return {
    name,
    performance,
    section,
    seat,
    ticketsScanned,
    ticketsSold,
    successHtml: response.successMsg,
    patron,
  };
}
