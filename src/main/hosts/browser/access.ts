import { randomBytes } from 'node:crypto';
import { parse } from 'hono/utils/cookie';
import { isSameSecret } from '#main/base/same-secret.ts';

/** The name of the cookie that holds the session’s secret. */
export const SESSION_COOKIE = 'usher-session';

/**
 * Controls access to the kiosk that is served here: only the first browser that presents the key is
 * admitted.
 */
export interface Access {
  /** The secret in the printed address. */
  readonly key: string;
  /**
   * The path under which the kiosk is served, known to the admitted browser alone. Cookies are not
   * restricted to a port: under a path that can be guessed, the browser would send this cookie to another
   * user's server on this machine.
   */
  readonly place: string;
  /**
   * Redeems the key, once. Returns the session's secret for the cookie; null if the key is wrong or was
   * used before.
   */
  redeem(key: string): string | null;
  /** Whether a request's Cookie header holds the session's secret. */
  admits(cookieHeader: string | undefined): boolean;
}

/** Creates new secrets, valid as long as the process runs. */
export function createAccess(): Access {
  const key = newSecret();
  const place = `/${newSecret()}/`;
  const session = newSecret();
  let redeemed = false;
  return {
    key,
    place,
    redeem(given) {
      if (redeemed || !isSameSecret(given, key)) return null;
      redeemed = true;
      return session;
    },
    admits(cookieHeader) {
      const given = parse(cookieHeader ?? '', SESSION_COOKIE)[SESSION_COOKIE];
      return redeemed && given !== undefined && isSameSecret(given, session);
    },
  };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
