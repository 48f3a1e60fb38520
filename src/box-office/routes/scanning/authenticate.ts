import type { Context } from 'hono';
import { authenticationRequestSchema, type AuthenticationResponse } from '#shared/api/index.ts';
import { DAY } from '#shared/time.ts';
import type { AppEnv, Services } from '../../app-env.ts';
import { answer, failure, successEnvelope, type DataOf, type NothingOf } from '../../envelope.ts';
import { readBody, refusedBody } from '../../request-body.ts';
import { KNOWN_IN } from '../../request-members.ts';

export const NO_AUTHENTICATION: NothingOf<AuthenticationResponse> = {
  accessToken: null,
  passwordExpiresOn: null,
  daysTillPasswordExpires: null,
};

/** POST authenticate (spec 4.2, 1 and 2.6). */
export function authenticate({ users, tokens, now }: Services) {
  return async (c: Context<AppEnv>) => {
    const body = await readBody(c, authenticationRequestSchema, KNOWN_IN.authenticate);
    if (!body.ok) return refusedBody(c, body.error);

    const user = await users.authenticate(body.value.username, body.value.password, now());
    if (!user.ok) return failure(c, user.error);

    const { id, passwordExpiresOn } = user.value;
    const { token, expiration } = tokens.issue(id, now());
    const data: DataOf<AuthenticationResponse> = {
      accessToken: token,
      passwordExpiresOn,
      // Begun days count: a password of the last hours says 1, never 0.
      daysTillPasswordExpires:
        passwordExpiresOn === null ? null : Math.ceil((passwordExpiresOn - now()) / DAY),
    };
    return answer(c, { ...successEnvelope(c), accessTokenExpiration: expiration, ...data });
  };
}
