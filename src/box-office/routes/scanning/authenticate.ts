import type { Context } from 'hono';
import { authenticationRequestSchema, type AuthenticationResponse } from '#shared/api/index.ts';
import type { AppEnv, Services } from '../../app-env.ts';
import { failure, successEnvelope, type DataOf, type NothingOf } from '../../envelope.ts';
import { readBody } from '../../request-body.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const NO_AUTHENTICATION: NothingOf<AuthenticationResponse> = {
  accessToken: null,
  passwordExpiresOn: null,
  daysTillPasswordExpires: null,
};

/** POST authenticate (spec 4.2, 1 and 2.6). */
export function authenticate({ users, tokens, now }: Services) {
  return async (c: Context<AppEnv>) => {
    const body = await readBody(c, authenticationRequestSchema);
    if (!body.ok) return failure(c, body.error);

    const user = await users.authenticate(body.value.username, body.value.password, now());
    if (!user.ok) return failure(c, user.error);

    const { id, passwordExpiresOn } = user.value;
    const { token, expiration } = tokens.issue(id, now());
    const data: DataOf<AuthenticationResponse> = {
      accessToken: token,
      passwordExpiresOn,
      // Begun days count: a password of the last hours says 1, never 0.
      daysTillPasswordExpires:
        passwordExpiresOn === null ? null : Math.ceil((passwordExpiresOn - now()) / DAY_MS),
    };
    return c.json({ ...successEnvelope(c), accessTokenExpiration: expiration, ...data });
  };
}
