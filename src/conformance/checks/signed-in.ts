import { skipped, type Check, type Outcome } from '../check.ts';
import type { Platform, Session } from '../platform.ts';

/** Runs a check that needs a session. */
export async function signedIn(
  platform: Platform,
  run: (session: Session) => Promise<Outcome>,
): Promise<Outcome> {
  if (platform.credentials === undefined) return skipped('needs --username and --password');
  const session = await platform.session();
  return session === undefined ? skipped('signing in failed') : run(session);
}

/** A check that may spend tickets. */
export function scanningCheck(
  section: string,
  requirement: string,
  run: (platform: Platform, session: Session) => Promise<Outcome>,
): Check {
  return {
    section,
    requirement,
    run: async (platform) =>
      platform.scan
        ? signedIn(platform, (session) => run(platform, session))
        : skipped('needs --scan'),
  };
}
