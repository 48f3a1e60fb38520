import { skipped, type Outcome } from '../check.ts';
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

/** Runs a check that may spend tickets. */
export async function scanning(
  platform: Platform,
  run: (session: Session) => Promise<Outcome>,
): Promise<Outcome> {
  return platform.scan ? signedIn(platform, run) : skipped('needs --scan');
}
