import type { Clock } from '#main/base/ports.ts';
import type { Obstacle, Platform } from '#main/entrance/admission/decider.ts';
import type { DoorScope } from '#main/entrance/admission/door-scope.ts';
import type { PlatformAnswer } from '#main/entrance/admission/platform-answer.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import type { Session } from '#main/platform/ticketing/session.ts';
import { isOnlyTrouble, reasonOf } from '#main/platform/ticketing/trouble.ts';
import { BREAKER_TIMINGS } from '#main/sync/breaker-timings.ts';
import type { Breaker } from '#main/sync/breaker.ts';
import { ERROR, knownError } from '#shared/api/error-codes.ts';
import type { AsRead } from '#shared/api/record.ts';
import type { validateTicket } from '#shared/api/validate-ticket.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { TicketFacts } from '#shared/model/verdict.ts';
import type { Result } from '#shared/result.ts';
import type { PlatformConnection } from './platform-connection.ts';

export interface PlatformAtDoorPorts {
  readonly clock: Clock;
  readonly breaker: Breaker;
  readonly session: Pick<Session, 'credentials'>;
  readonly connection: Pick<PlatformConnection, 'asker' | 'noteRoundTrip'>;
  /** Called when the platform has said that the user may not scan for this client (code 7). */
  readonly onBarred: (clientId: number) => void;
}

/** The platform as the door asks it about tickets, with the session's credentials. */
export class PlatformAtDoor implements Platform {
  readonly #ports: PlatformAtDoorPorts;

  constructor(ports: PlatformAtDoorPorts) {
    this.#ports = ports;
  }

  obstacle(): Obstacle | null {
    const { breaker, session, connection } = this.#ports;
    if (connection.asker === null || session.credentials() === null) {
      return { type: 'not-signed-in' };
    }
    const { state } = breaker;
    return state.status === 'offline' ? { type: 'no-answer', cause: state.reason } : null;
  }

  async ask({ baseUrl, filter }: DoorScope, code: string): Promise<PlatformAnswer> {
    const { clock, session, connection } = this.#ports;
    const credentials = session.credentials();
    const { asker } = connection;
    if (asker?.baseUrl !== baseUrl || credentials === null) return { type: 'not-signed-in' };
    const sentAt = clock.steady();
    const answer = await asker.validateTicket(credentials, { ...filter, barcodeString: code });
    // Answers of a platform that is not in use any more are ignored.
    if (connection.asker === asker) this.#note(answer, clock.steady() - sentAt);
    if (answer.ok) return { type: 'admitted', ticket: factsOf(answer.value) };
    switch (answer.error.type) {
      case 'refused': {
        const { error, status } = answer.error;
        const isBarred = knownError(error) === ERROR.userWrongClient;
        if (isBarred && !isOnlyTrouble(error, status)) this.#ports.onBarred(filter.clientId);
        return isOnlyTrouble(error, status)
          ? { type: 'unreachable', reason: reasonOf(status, false) }
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

  noteOverdue(): void {
    this.#ports.breaker.noteInVain('timeout');
  }

  /**
   * Informs the breaker of an answer. A time-out is not noted here: whoever let the guest wait has
   * noted it already, through {@link noteOverdue}.
   */
  #note(answer: Result<unknown, TicketingFailure>, took: number): void {
    const { breaker, connection } = this.#ports;
    connection.noteRoundTrip(answer, took);
    if (answer.ok || answer.error.type === 'refused') {
      breaker.noteWord(took);
      return;
    }
    const { error } = answer;
    if (error.type === 'offline' && error.busy === undefined && took < BREAKER_TIMINGS.promptly) {
      breaker.noteInVain(error.reason);
    }
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
