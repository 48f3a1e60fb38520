import { validateTicketResponseSchema } from '#shared/api/index.ts';
import { z } from 'zod';

const { name, performance, section, seat, ticketsScanned, ticketsSold, successMsg, patron } =
  validateTicketResponseSchema.shape;

/** An admission has spent the ticket: a member that is only there to be shown must not cost it. */
const shown = {
  name: name.catch(null),
  performance: performance.catch(null),
  section: section.catch(null),
  seat: seat.catch(null),
  ticketsScanned: ticketsScanned.catch(null),
  ticketsSold: ticketsSold.catch(null),
  successMsg: successMsg.catch(null),
  patron: patron.catch(null),
};

/**
 * The answer that admits (spec 2.8), as it is believed: it has to have at least one of its own
 * members, be it null. An envelope alone says “no error” of nothing.
 */
export const admissionAnswerSchema = z
  .record(z.string(), z.unknown())
  .refine((answer) => Object.keys(shown).some((member) => member in answer), 'no ticket in it')
  .pipe(validateTicketResponseSchema.extend(shown));
