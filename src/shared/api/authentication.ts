import { z } from 'zod';
import { scanningEnvelopeFields } from './envelope.ts';
import { dateMs, exactText, integer, nullable } from './field.ts';
import { MUST_HAVE } from './must-have.ts';
import { record } from './record.ts';

/** Body of POST authenticate (spec 4.2, 1). */
export const authenticationRequestSchema = z.object({
  username: z.string(),
  password: z.string(),
});
export type AuthenticationRequest = z.infer<typeof authenticationRequestSchema>;

/** Answer of POST authenticate (spec 2.6). All members are null on failure. */
export const authentication = record(MUST_HAVE.authentication, {
  ...scanningEnvelopeFields,
  accessToken: nullable(exactText),
  passwordExpiresOn: nullable(dateMs),
  daysTillPasswordExpires: nullable(integer),
});
export const authenticationResponseSchema = authentication.strict;
export type AuthenticationResponse = z.infer<typeof authenticationResponseSchema>;
