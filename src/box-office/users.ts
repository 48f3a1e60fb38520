import type Database from 'better-sqlite3';
import { ERROR, type ErrorCode } from '#shared/api/index.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { NOBODY, passwordMatches } from './passwords.ts';

/** A user of the platform who has shown the right password. */
export interface User {
  readonly id: number;
  readonly passwordExpiresOn: number | null;
}

interface UserRow extends User {
  readonly salt: Buffer;
  readonly hash: Buffer;
  readonly mayScan: 0 | 1;
}

/** Who may use the platform, and for which clients. */
export function createUsers(db: Database.Database) {
  const byName = db.prepare<[string], UserRow>(
    `SELECT id, password_salt AS salt, password_hash AS hash,
            password_expires_on AS passwordExpiresOn, may_scan AS mayScan
     FROM user WHERE username = ?`,
  );
  const access = db.prepare<[number, number], { clientId: number }>(
    'SELECT client_id AS clientId FROM user_client WHERE user_id = ? AND client_id = ?',
  );

  return {
    /** Fails with code 2, 4 or 3, in this order: nothing is told about a user before the password. */
    async authenticate(
      username: string,
      password: string,
      now: number,
    ): Promise<Result<User, ErrorCode>> {
      const user = byName.get(username);
      const matches = await passwordMatches(password, user ?? NOBODY);
      if (user === undefined || !matches) return err(ERROR.authenticationFailed);
      if (user.passwordExpiresOn !== null && user.passwordExpiresOn <= now) {
        return err(ERROR.passwordExpired);
      }
      if (user.mayScan === 0) return err(ERROR.notAuthorized);
      return ok({ id: user.id, passwordExpiresOn: user.passwordExpiresOn });
    },

    /** Whether the user may scan for this client (else code 7). */
    mayAccess(userId: number, clientId: number): boolean {
      return access.get(userId, clientId) !== undefined;
    },
  };
}

export type Users = ReturnType<typeof createUsers>;
