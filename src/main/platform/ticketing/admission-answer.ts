import { scanningEnvelope, validateTicket } from '#shared/api/index.ts';
import { z } from 'zod';

/** What an answer about a ticket has, beyond the envelope of every answer. */
const OWN_MEMBERS = Object.keys(validateTicket.fields).filter(
  (member) => !(member in scanningEnvelope.fields),
);

/**
 * The answer that admits (spec 2.8), as it is believed: it has to have at least one of its own
 * members, be it null. An envelope alone says “no error” of nothing.
 */
export const admissionAnswerSchema = z
  .record(z.string(), z.unknown())
  .refine((answer) => OWN_MEMBERS.some((member) => member in answer), 'no ticket in it')
  .pipe(validateTicket.lenient);
