import type { Context, MiddlewareHandler } from 'hono';
import { ERROR } from '#shared/api/index.ts';
import type { AppEnv } from './app-env.ts';
import { failure } from './envelope.ts';
import type { Session, Tokens } from './tokens.ts';

/** Who a request says it is. */
export interface Credentials {
  readonly username: string;
  readonly token: string;
}

/** Lets a request through with a live token only, and gives that token another hour (spec 5). */
export function authorized(tokens: Tokens, now: () => number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const credentials = readAuthorization(c.req.header('Authorization'));
    if (credentials === undefined) return failure(c, ERROR.authorizationHeaderInvalid);
    const session = tokens.renew(credentials.username, credentials.token, now());
    if (!session.ok) return failure(c, session.error);
    c.set('session', session.value);
    return next();
  };
}

/** The session of a request that `authorized` has let through. */
export function sessionOf(c: Context<AppEnv>): Session {
  const session = c.get('session');
  if (session === undefined) throw new Error('this endpoint is not behind authorized()');
  return session;
}

/**
 * Reads `Basic base64(username:token)`, UTF-8. A user name may hold colons, a token never does: the
 * last one divides. Undefined if the header is missing or reads otherwise.
 */
export function readAuthorization(header: string | undefined): Credentials | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const decoded = decodeUtf8(Buffer.from(encoded, 'base64'));
  const colon = decoded?.lastIndexOf(':') ?? -1;
  if (decoded === undefined || colon < 1 || colon === decoded.length - 1) return undefined;
  return { username: decoded.slice(0, colon), token: decoded.slice(colon + 1) };
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
