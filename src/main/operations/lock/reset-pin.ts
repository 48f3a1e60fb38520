import type { TicketingClient } from '#main/platform/ticketing/client.ts';
import type { ResetFailure } from '#shared/model/lock.ts';
import type { SessionState } from '#shared/model/session.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Lock } from './lock.ts';

export interface ResetPorts {
  readonly lock: Pick<Lock, 'prove' | 'setPin'>;
  readonly client: () => Pick<TicketingClient, 'authenticate' | 'invalidateToken'> | null;
  readonly session: () => SessionState;
}

/**
 * Sets a new PIN for a signed-in user who has forgotten the old one, after checking the user's password
 * with the platform (spec 4.1). The token that this brings is revoked at once. Wrong passwords count as
 * wrong PINs do.
 */
export async function resetPin(
  { lock, client, session }: ResetPorts,
  { username, password, pin }: { username: string; password: string; pin: string },
): Promise<Result<null, ResetFailure>> {
  const platform = client();
  const signedIn = session();
  if (platform === null || signedIn.status !== 'signed-in') return err({ type: 'not-signed-in' });
  if (signedIn.user.username !== username) return err({ type: 'another-user' });
  const answer = await lock.prove(
    () => platform.authenticate(username, password),
    ({ type }) => type === 'refused',
  );
  if (!answer.ok) {
    // No signal is passed, so this does not happen.
    if (answer.error.type === 'aborted') return err({ type: 'offline', reason: 'timeout' });
    return err(answer.error);
  }
  const { accessToken } = answer.value;
  await Promise.all([lock.setPin(pin), platform.invalidateToken({ username, token: accessToken })]);
  return ok(null);
}
