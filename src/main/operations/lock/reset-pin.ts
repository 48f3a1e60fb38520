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
 * A new PIN for one that was forgotten, for whoever is signed in: the platform is asked whether this
 * is their password (spec 4.1). The token that it gives for an answer is ended at once. Wrong
 * passwords count as wrong PINs do.
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
    // Nothing here calls it off.
    if (answer.error.type === 'aborted') return err({ type: 'offline', reason: 'timeout' });
    return err(answer.error);
  }
  const { accessToken } = answer.value;
  await Promise.all([lock.setPin(pin), platform.invalidateToken({ username, token: accessToken })]);
  return ok(null);
}
