import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { parse } from 'hono/utils/cookie';

/** The name of the cookie that holds the session’s secret. */
export const SESSION_COOKIE = 'usher-session';

/** Who may use the kiosk that is served here: the one browser that came with the key first. */
export interface Access {
  /** The secret in the printed address. */
  readonly key: string;
  /**
   * Where the kiosk is served: a path that only the admitted browser knows. Cookies know no ports, so
   * under a path that can be guessed, another user's server on this machine would be sent ours.
   */
  readonly place: string;
  /** Takes the key, once. The session's secret for the cookie, or null if it is not good (any more). */
  redeem(key: string): string | null;
  /** Whether a request's Cookie header holds the session's secret. */
  admits(cookieHeader: string | undefined): boolean;
}

/** Makes new secrets, which last as long as the process. */
export function createAccess(): Access {
  const key = newSecret();
  const place = `/${newSecret()}/`;
  const session = newSecret();
  let redeemed = false;
  return {
    key,
    place,
    redeem(given) {
      if (redeemed || !same(given, key)) return null;
      redeemed = true;
      return session;
    },
    admits(cookieHeader) {
      const given = parse(cookieHeader ?? '', SESSION_COOKIE)[SESSION_COOKIE];
      return redeemed && given !== undefined && same(given, session);
    },
  };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in constant time. */
function same(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
