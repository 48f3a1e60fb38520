import { createHash, randomBytes } from 'node:crypto';
import type Database from 'better-sqlite3';
import { ERROR, type ErrorCode } from '#shared/api/index.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** A token lives one hour from the last call that carried it (spec 5). */
const TOKEN_LIFETIME_MS = 60 * 60 * 1000;

/** How long an expired token is remembered, so that it is answered with code 5 and not 6. */
const REMEMBERED_MS = 24 * TOKEN_LIFETIME_MS;

/** Who is calling, shown by a live token. */
export interface Session {
  readonly token: string;
  readonly userId: number;
  readonly seesPatrons: boolean;
  readonly expiration: number;
}

interface TokenRow {
  readonly userId: number;
  readonly username: string;
  readonly maySeePatrons: 0 | 1;
  readonly expiresAt: number;
}

/** The access tokens that are out. */
export function createTokens(db: Database.Database) {
  const forget = db.prepare<[number]>('DELETE FROM token WHERE expires_at < ?');
  const insert = db.prepare<[Buffer, number, number]>('INSERT INTO token VALUES (?, ?, ?)');
  const find = db.prepare<[Buffer], TokenRow>(
    `SELECT user.id AS userId, username, may_see_patrons AS maySeePatrons, expires_at AS expiresAt
     FROM token JOIN user ON user.id = token.user_id WHERE hash = ?`,
  );
  const move = db.prepare<[number, Buffer]>('UPDATE token SET expires_at = ? WHERE hash = ?');
  const remove = db.prepare<[Buffer]>('DELETE FROM token WHERE hash = ?');

  return {
    issue(userId: number, now: number): { token: string; expiration: number } {
      forget.run(now - REMEMBERED_MS);
      const token = randomBytes(24).toString('base64url');
      const expiration = now + TOKEN_LIFETIME_MS;
      insert.run(hashOf(token), userId, expiration);
      return { token, expiration };
    },

    /** Gives a live token another hour; fails with code 6 or 5. */
    renew(username: string, token: string, now: number): Result<Session, ErrorCode> {
      const hash = hashOf(token);
      const row = find.get(hash);
      if (row === undefined || row.username !== username) return err(ERROR.tokenNotValid);
      if (row.expiresAt <= now) return err(ERROR.tokenExpired);
      const expiration = now + TOKEN_LIFETIME_MS;
      move.run(expiration, hash);
      return ok({ token, userId: row.userId, seesPatrons: row.maySeePatrons === 1, expiration });
    },

    invalidate(token: string): void {
      remove.run(hashOf(token));
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
