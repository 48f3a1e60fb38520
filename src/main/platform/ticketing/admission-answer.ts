import { scanningEnvelope, validateTicket } from '#shared/api/index.ts';
import { z } from 'zod';

/** The members of an answer about a ticket, beyond the envelope of every answer. */
const OWN_MEMBERS = Object.keys(validateTicket.fields).filter(
  (member) => !(member in scanningEnvelope.fields),
);

/**
 * The answer that admits (spec 2.8). It must have at least one of its own members, even if that is null: an
 * envelope alone that reports no error is no admission.
 */
export const admissionAnswerSchema = z
  .record(z.string(), z.unknown())
  .refine((answer) => OWN_MEMBERS.some((member) => member in answer), 'no ticket in it')
  .pipe(validateTicket.lenient);
