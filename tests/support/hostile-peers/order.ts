import { z } from 'zod';

/** Where a hostile peer is, and what it has. */
export const orderSchema = z.object({
  broker: z.string(),
  user: z.string(),
  password: z.string(),
  /** The passphrase of the venue: a stranger uses it only to know where doors meet. */
  key: z.string(),
  salt: z.string(),
  hasKey: z.boolean(),
  seed: z.int(),
  /** How many messages it sends. */
  count: z.int(),
  baseUrl: z.string(),
});
export type HostileOrder = z.infer<typeof orderSchema>;
