import type Database from 'better-sqlite3';
import type { DemoRole } from '#shared/model/demo-guide.ts';
import { DAY } from '#shared/time.ts';
import { hashPassword, type PasswordHash } from '../passwords.ts';
import { MAIN_CLIENT, OTHER_CLIENT } from './clients.ts';

/** A demo user. These passwords protect nothing: they are printed and documented. */
export interface DemoAccount {
  readonly username: string;
  readonly password: string;
  /** What this user is in the guide; users without a role are for special tests. */
  readonly role: DemoRole | null;
  readonly note: string;
  readonly clients: readonly number[];
  readonly mayScan: boolean;
  readonly maySeePatrons: boolean;
  /** Days from the making of the data to the password's expiry; negative: it has expired. */
  readonly passwordDays: number | null;
}

const ACCOUNT = {
  role: null,
  clients: [MAIN_CLIENT],
  mayScan: true,
  maySeePatrons: false,
  passwordDays: null,
} as const;

export const DEMO_ACCOUNTS = [
  {
    ...ACCOUNT,
    username: 'door@usher.example',
    password: 'open-the-doors',
    role: 'scanner',
    note: 'may scan',
  },
  {
    ...ACCOUNT,
    username: 'foyer@usher.example',
    password: 'welcome-by-name',
    role: 'scanner-with-patrons',
    note: 'may scan for both clients and sees patrons',
    clients: [MAIN_CLIENT, OTHER_CLIENT],
    maySeePatrons: true,
  },
  {
    ...ACCOUNT,
    username: 'bar@usher.example',
    password: 'two-more-please',
    role: 'no-permission',
    note: 'may not scan (code 3)',
    mayScan: false,
  },
  {
    ...ACCOUNT,
    username: 'archive@usher.example',
    password: 'last-season-2019',
    role: 'password-expired',
    note: 'password has expired (code 4)',
    passwordDays: -30,
  },
  {
    ...ACCOUNT,
    username: 'harbour@usher.example',
    password: 'ships-ahoy',
    role: 'other-client',
    note: 'may scan for the other client only',
    clients: [OTHER_CLIENT],
  },
  {
    ...ACCOUNT,
    username: 'matinee@usher.example',
    password: 'change-me-soon',
    note: 'may scan; password expires in three days',
    passwordDays: 3,
  },
  {
    ...ACCOUNT,
    username: 'tür:zwei🎭@usher.example',
    password: 'schlüssel:🔑',
    note: 'may scan; shows whether the Authorization header is encoded right',
  },
] as const satisfies readonly DemoAccount[];

interface HashedAccount {
  readonly account: DemoAccount;
  readonly password: PasswordHash;
  readonly passwordExpiresOn: number | null;
}

const hashes = new Map<string, Promise<PasswordHash>>();

/** Most of the time that it takes to start a box office: a process that starts several hashes once. */
function hashOf({ username, password }: DemoAccount): Promise<PasswordHash> {
  const known = hashes.get(username) ?? hashPassword(password);
  hashes.set(username, known);
  return known;
}

/** Hashes the accounts' passwords, before the transaction that stores them. */
export function hashAccounts(now: number): Promise<HashedAccount[]> {
  return Promise.all(
    DEMO_ACCOUNTS.map(async (account: DemoAccount) => ({
      account,
      password: await hashOf(account),
      passwordExpiresOn: account.passwordDays === null ? null : now + account.passwordDays * DAY,
    })),
  );
}

export function insertAccounts(db: Database.Database, accounts: readonly HashedAccount[]): void {
  const user = db.prepare('INSERT INTO user VALUES (?, ?, ?, ?, ?, ?, ?)');
  const access = db.prepare('INSERT INTO user_client VALUES (?, ?)');
  for (const [index, { account, password, passwordExpiresOn }] of accounts.entries()) {
    const id = index + 1;
    user.run(
      id,
      account.username,
      password.salt,
      password.hash,
      passwordExpiresOn,
      account.mayScan ? 1 : 0,
      account.maySeePatrons ? 1 : 0,
    );
    for (const clientId of account.clients) access.run(id, clientId);
  }
}
