import type { SignedInUser } from '#shared/model/session.ts';
import type { TicketingClient } from './client.ts';
import type { Credentials } from './failure.ts';
import type { StoredSession } from './session-store.ts';

/** What a session asks of a platform. */
export type SessionClient = Pick<
  TicketingClient,
  'baseUrl' | 'authenticate' | 'validateToken' | 'invalidateToken'
>;

/** A token that the platform gave, and what belongs to it. */
export interface Grant {
  readonly client: SessionClient;
  readonly credentials: Credentials;
  /** As the platform told of them at the sign-in. */
  readonly user: SignedInUser;
  /** Platform time, ms since the epoch. */
  readonly signedInAt: number;
  /** Platform time, ms since the epoch. */
  expiresAt: number;
  savedExpiry: number;
}

export function grantOf(stored: StoredSession, client: SessionClient): Grant {
  const { username, token, expiresAt, signedInAt, daysTillPasswordExpires } = stored;
  return {
    client,
    credentials: { username, token },
    user: { username, daysTillPasswordExpires },
    signedInAt,
    expiresAt,
    savedExpiry: expiresAt,
  };
}

export function storedOf({
  client,
  credentials,
  user,
  signedInAt,
  expiresAt,
}: Grant): StoredSession {
  const { daysTillPasswordExpires } = user;
  const { baseUrl } = client;
  return { baseUrl, ...credentials, expiresAt, signedInAt, daysTillPasswordExpires };
}
