import type { Context } from 'hono';
import { html } from 'hono/html';
import {
  ERROR,
  validateTicketRequestSchema,
  type ErrorCode,
  type ValidateTicketResponse,
} from '#shared/api/index.ts';
import { sessionOf } from '../../access.ts';
import { admit } from '../../admission.ts';
import type { AppEnv, Services } from '../../app-env.ts';
import { answer, failure, successEnvelope, type DataOf, type NothingOf } from '../../envelope.ts';
import { performanceText } from '../../performance-text.ts';
import { readBody, refusedBody } from '../../request-body.ts';
import { KNOWN_IN } from '../../request-members.ts';
import { reservedCode } from '../../reserved-barcodes.ts';
import type { TicketRow } from '../../tickets.ts';

export const NO_VALIDATION: NothingOf<ValidateTicketResponse> = {
  name: null,
  performance: null,
  section: null,
  seat: null,
  ticketsScanned: null,
  ticketsSold: null,
  successMsg: null,
  patron: null,
};

/** POST validateTicket (spec 4.2, 3 and 2.8). */
export function validateTicket(services: Services) {
  const { users, tokens, patrons, now } = services;
  return async (c: Context<AppEnv>) => {
    const body = await readBody(c, validateTicketRequestSchema, KNOWN_IN.validateTicket);
    if (!body.ok) return refusedBody(c, body.error);
    const request = body.value;
    if (request.barcodeString === '') return failure(c, ERROR.inputMissingRequiredField);
    const session = sessionOf(c);
    if (!users.mayAccess(session.userId, request.clientId)) {
      return failure(c, ERROR.userWrongClient);
    }
    const reserved = reservedCode(request.barcodeString);
    if (reserved !== undefined) {
      if (reserved === ERROR.unanticipatedErrorForcedLogout) {
        tokens.invalidate(session.token);
        c.set('session', undefined);
      }
      return failure(c, reserved);
    }

    const admission = admit(services, request, request.barcodeString, now());
    if (!admission.admitted) {
      return failure(c, admission.code, explanation(admission.code, admission.ticket));
    }
    const { ticket } = admission;
    const performance = textOf(ticket);
    const data: DataOf<ValidateTicketResponse> = {
      name: ticket.purchaserName,
      performance,
      section: ticket.section,
      seat: ticket.seat,
      ticketsScanned: ticket.ticketsScanned,
      ticketsSold: ticket.ticketsSold,
      successMsg: await successMessage(ticket, performance),
      patron: session.seesPatrons ? patrons.byId(ticket.patronId) : null,
    };
    return answer(c, { ...successEnvelope(c), ...data });
  };
}

async function successMessage(ticket: TicketRow, performance: string): Promise<string> {
  const place = [ticket.section, ticket.seat].filter((part) => part !== null).join(', ');
  const message = await html`<p><strong>${performance}</strong></p>
    <p>${place}<br />${ticket.purchaserName}</p>
    <p>${ticket.ticketsScanned} of ${ticket.ticketsSold} scanned</p>`;
  return message.toString();
}

/** What helps the guest on. Of another client's ticket nothing is told. */
function explanation(code: ErrorCode, ticket: TicketRow | undefined): string | undefined {
  if (ticket === undefined) return undefined;
  if (code === ERROR.ticketWrongSeries || code === ERROR.ticketWrongPerformance) {
    return `It is for ${textOf(ticket)}.`;
  }
  if (code === ERROR.ticketAlreadyScanned) {
    return `${ticket.ticketsScanned} of ${ticket.ticketsSold} tickets of this order were scanned.`;
  }
  return undefined;
}

function textOf(ticket: TicketRow): string {
  return performanceText(ticket.productionName, ticket.start, ticket.timeZone);
}
