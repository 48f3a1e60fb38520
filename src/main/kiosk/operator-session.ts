import type { Door } from '#main/entrance/door/door.ts';
import type { Offered } from '#main/entrance/door/offered.ts';
import type { Session } from '#main/platform/ticketing/session.ts';
import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { AskFailure } from '#shared/model/failures.ts';
import type { LastOffer } from '#shared/model/selection.ts';
import type { SessionState, SignInFailure } from '#shared/model/session.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { PlatformConnection } from './platform-connection.ts';

/**
 * How long reopening the door waits for the platform to tell whether the last selection is still
 * offered, in milliseconds.
 */
const REOPEN_LIMIT = 2_000;

/** How long signing out waits for uploads in progress, in milliseconds. */
export const SIGN_OUT_DRAIN = 6_000;

export interface OperatorSessionPorts {
  readonly session: Session;
  readonly connection: PlatformConnection;
  readonly door: Door;
  readonly offered: Offered;
  /** Resolves when pending scans have had their verdicts; null if there are none. */
  readonly lastVerdicts: () => Promise<void> | null;
  /** Resolves when the door knows what it knew of the house before it was started, or soon in any case. */
  readonly whenHouseKnown: () => Promise<void>;
  /** Uploads pending scans, for at most `limit` milliseconds. */
  readonly drain: (limit: number) => Promise<unknown>;
  /** Called when the platform has told for which clients this user may scan, and so upload. */
  readonly onOffered: () => void;
  /** Called when the door is closed: the screen is to be cleared. */
  readonly onClosed: () => void;
  readonly onChange: () => void;
}

/**
 * A person's shift at the door: signing in reopens the door for its last selection, signing out
 * closes it.
 */
export class OperatorSession {
  readonly #ports: OperatorSessionPorts;
  /** Identifies the sign-in that is in progress until the door is open again; null if none is. */
  #reopening: symbol | null = null;
  #ending: Promise<void> | null = null;
  #isUploading = false;

  constructor(ports: OperatorSessionPorts) {
    this.#ports = ports;
  }

  /**
   * The session as people see it: it counts as signing in until the door has been reopened, if it
   * can be.
   */
  session(): SessionState {
    const state = this.#ports.session.state();
    return this.#reopening !== null && state.status === 'signed-in'
      ? { status: 'signing-in', username: state.user.username }
      : state;
  }

  async signIn(username: string, password: string): Promise<Result<null, SignInFailure>> {
    const { session } = this.#ports;
    const result = await this.#thenReopen(() => session.signIn(username, password));
    if (result.ok) return result;
    // Somebody cancelled the sign-in: that is no failure, and the state shows the result.
    return result.error.type === 'cancelled' ? ok(null) : err(result.error);
  }

  /** Resumes the shift after a crash or a power cut. */
  async resume(): Promise<void> {
    await this.#thenReopen(async () => {
      const { session, whenHouseKnown } = this.#ports;
      await session.resume();
      // An order to hold, and whom other doors let in, outlive a restart: nobody comes in before.
      if (session.state().status === 'signed-in') await whenHouseKnown();
    });
  }

  /** Whether somebody is signing out: no further guests are let in. */
  get isEnding(): boolean {
    return this.#ending !== null;
  }

  /**
   * Whether the door may be opened: somebody is signed in. A session that the platform has ended
   * counts, too, because an open door stays open then.
   */
  get mayOpen(): boolean {
    const { status } = this.#ports.session.state();
    return !this.isEnding && (status === 'signed-in' || status === 'lost');
  }

  /** Who is signed in, or was before the session was lost; null if nobody is. */
  get username(): string | null {
    const state = this.#ports.session.state();
    return 'user' in state ? state.user.username : null;
  }

  /** Whether somebody is signing out and waits for pending scans to be uploaded. */
  get isUploading(): boolean {
    return this.#isUploading;
  }

  /**
   * Ends the shift: stops accepting scans, waits for pending verdicts, uploads pending scans, and
   * then revokes the token.
   */
  async signOut(): Promise<void> {
    this.#ending ??= this.#wait().finally(() => {
      this.#ending = null;
      this.#isUploading = false;
      this.#ports.onChange();
    });
    await this.#ending;
    await this.#ports.session.signOut();
  }

  async #wait(): Promise<void> {
    const { session, lastVerdicts, drain, onChange } = this.#ports;
    const seen = lastVerdicts();
    if (seen !== null) await seen;
    this.close();
    if (session.credentials() === null) return;
    this.#isUploading = true;
    onChange();
    await drain(SIGN_OUT_DRAIN);
  }

  /** Closes the door, and prevents a sign-in in progress from opening it. */
  close(): void {
    this.#reopening = null;
    this.#ports.door.close();
    this.#ports.onClosed();
  }

  /** Asks the platform what may be scanned now. */
  async filterOptions(timeLimit?: number): Promise<Result<ScanningClient[], AskFailure>> {
    const { connection, session } = this.#ports;
    const credentials = session.credentials();
    if (connection.client === null || credentials === null) return err({ type: 'not-signed-in' });
    const options = timeLimit === undefined ? {} : { timeLimit };
    const { client } = connection;
    const answer = await client.filterOptions(credentials, options);
    if (answer.ok) {
      this.#ports.offered.keep(client.baseUrl, answer.value, credentials.username);
      this.#ports.onOffered();
      return answer;
    }
    return err(answer.error.type === 'aborted' ? { type: 'not-signed-in' } : answer.error);
  }

  /** What the platform last offered the signed-in user; null if that is unknown. */
  lastOffered(): LastOffer | null {
    const { connection, session, door, offered } = this.#ports;
    const credentials = session.credentials();
    if (connection.client === null || credentials === null) return null;
    const last = offered.lastOf(connection.client.baseUrl, credentials.username);
    return last && door.stillOffered(last);
  }

  async #thenReopen<T>(begin: () => Promise<T>): Promise<T> {
    // An open door stays open meanwhile; if it is closed, the sign-in counts as in progress until
    // it is open.
    if (this.#ports.door.selection !== null) {
      const begun = await begin();
      if (this.#ports.session.state().status === 'signed-in') await this.#closeIfNotTheirs();
      return begun;
    }
    const reopening = Symbol('reopening');
    this.#reopening = reopening;
    try {
      const begun = await begin();
      if (this.#ports.session.state().status === 'signed-in') await this.#reopen(reopening);
      return begun;
    } finally {
      if (this.#reopening === reopening) this.#reopening = null;
      this.#ports.onChange();
    }
  }

  async #reopen(reopening: symbol): Promise<void> {
    const { door, connection } = this.#ports;
    const offered = await this.filterOptions(REOPEN_LIMIT);
    const baseUrl = connection.client?.baseUrl;
    const { username } = this;
    // Somebody may have signed out meanwhile, and somebody else may have signed in.
    if (baseUrl === undefined || username === null || this.#reopening !== reopening) return;
    if (offered.ok) door.reopen(baseUrl, offered.value, username);
    else if (offered.error.type === 'offline') door.reopen(baseUrl, null, username);
  }

  /** Closes the door if it may not be open for this user. */
  async #closeIfNotTheirs(): Promise<void> {
    const { door, connection } = this.#ports;
    const offered = await this.filterOptions(REOPEN_LIMIT);
    const baseUrl = connection.client?.baseUrl;
    const { username } = this;
    if (!offered.ok || baseUrl === undefined || username === null) return;
    if (door.selection !== null && !door.mayBeOpen(baseUrl, offered.value, username)) this.close();
  }
}
