import { z } from 'zod';
import { FIRST_QUESTIONS, FIRST_START_STEPS, type FirstQuestion } from './first-start.ts';

/** How far a first start has come, as it is kept and as the page says it. */
export const firstStartSchema = z.strictObject({
  at: z.enum(FIRST_START_STEPS),
  skipped: z
    .array(z.enum(FIRST_QUESTIONS))
    .max(FIRST_QUESTIONS.length)
    // Each once, in their order.
    .transform((skipped): readonly FirstQuestion[] =>
      FIRST_QUESTIONS.filter((question) => skipped.includes(question)),
    ),
});
