import { z } from 'zod';

/**
 * How a kiosk is a door of its house, with all secrets: what one kiosk keeps sealed, and hands to another one that
 * joins.
 */
export const membershipSchema = z.object({
  /** `mqtt://host:port` or `mqtts://host:port`. */
  broker: z.string().max(500),
  user: z.string().max(200).nullable(),
  password: z.string().max(1_000).nullable(),
  /** The passphrase that is the same at all doors. */
  key: z.string().max(1_000),
  /** Is derived into the keys with it: not secret, the same at all doors; empty where people typed the key. */
  salt: z.string().max(500),
  /** Certificates in PEM that vouch for the broker; null: the system's do. */
  ca: z.string().max(100_000).nullable(),
});
export type Membership = z.infer<typeof membershipSchema>;
