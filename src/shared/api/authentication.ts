import { z } from 'zod';
import { scanningEnvelopeSchema } from './envelope.ts';
import { dateMs, integer, nullable } from './field.ts';

/** Body of POST authenticate (spec 4.2, 1). */
export const authenticationRequestSchema = z.object({
  username: z.string(),
  password: z.string(),
});
export type AuthenticationRequest = z.infer<typeof authenticationRequestSchema>;

/** Answer of POST authenticate (spec 2.6). All members are null on failure. */
export const authenticationResponseSchema = scanningEnvelopeSchema.extend({
  accessToken: nullable(z.string()),
  passwordExpiresOn: nullable(dateMs),
  daysTillPasswordExpires: nullable(integer),
});
export type AuthenticationResponse = z.infer<typeof authenticationResponseSchema>;
