import type { Context } from 'hono';
import { readAuthorization } from '../../access.ts';
import type { AppEnv, Services } from '../../app-env.ts';
import { answer, successEnvelope } from '../../envelope.ts';

/** GET validateToken (spec 4.2, 6): by the time this runs, the token has shown that it is alive. */
export function validateToken() {
  return (c: Context<AppEnv>) => answer(c, successEnvelope(c));
}

/**
 * DELETE invalidateToken (spec 4.2, 7): always 200 and no body. It is the one endpoint without an
 * envelope, so it cannot say that there was nothing to end, and need not: the session is over.
 */
export function invalidateToken({ tokens, now }: Services) {
  return (c: Context<AppEnv>) => {
    const credentials = readAuthorization(c.req.header('Authorization'));
    if (credentials !== undefined) {
      const session = tokens.renew(credentials.username, credentials.token, now());
      if (session.ok) tokens.invalidate(session.value.token);
    }
    return c.body(null);
  };
}
