import { z } from 'zod';
import { dateMs } from '#shared/api/field.ts';
import type { Selection } from './selection.ts';

const client = { clientId: z.int(), clientName: z.string().max(1000) };
const production = { ...client, productionId: z.int(), productionName: z.string().max(1000) };

/** A selection, as it comes from the renderer and out of the settings file. */
export const selectionSchema: z.ZodType<Selection> = z.discriminatedUnion('scope', [
  z.strictObject({ scope: z.literal('anything-open'), ...client }),
  z.strictObject({ scope: z.literal('production'), ...production }),
  z.strictObject({
    scope: z.literal('performance'),
    ...production,
    performanceId: z.int(),
    performanceStart: dateMs.strict.nullable(),
  }),
]);
