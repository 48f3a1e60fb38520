import type { Door } from '#main/entrance/door/door.ts';
import type { Offered } from '#main/entrance/door/offered.ts';
import { isOffered } from '#main/entrance/door/selection-rules.ts';
import type { Session } from '#main/platform/ticketing/session.ts';
import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { AskFailure } from '#shared/model/failures.ts';
import type { LastOffer } from '#shared/model/selection.ts';
import type { SessionState, SignInFailure } from '#shared/model/session.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { PlatformConnection } from './platform-connection.ts';

/** How long the door waits to hear whether what it was open for is still offered, in milliseconds. */
const REOPEN_LIMIT = 2_000;

/** How long signing out waits for the scans that are on their way, in milliseconds. */
export const SIGN_OUT_DRAIN = 6_000;

export interface OperatorSessionPorts {
  readonly session: Session;
  readonly connection: PlatformConnection;
  readonly door: Door;
  readonly offered: Offered;
  /** Resolves when who has scanned already has seen a verdict; null when nobody waits for one. */
  readonly lastVerdicts: () => Promise<void> | null;
  /** Uploads what waits, for at most so many milliseconds. */
  readonly drain: (limit: number) => Promise<unknown>;
  /** Called when the platform has told for which clients this user may scan, and so upload. */
  readonly onOffered: () => void;
  /** Called when the door is closed: verdicts leave the screen and no longer count for repeats. */
  readonly onClosed: () => void;
  readonly onChange: () => void;
}

/**
 * An operator's session at the door: signing in opens the door again for what it was open for, signing out
 * closes it.
 */
export class OperatorSession {
  readonly #ports: OperatorSessionPorts;
  /** The sign-in under way, until the door is open again; null if there is none. */
  #reopening: symbol | null = null;
  #ending: Promise<void> | null = null;
  #isUploading = false;

  constructor(ports: OperatorSessionPorts) {
    this.#ports = ports;
  }

  /** The session as people see it: signing in goes on until the door is open again, if it can be. */
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
    // Cancelled by the operator: the state tells what follows.
    return result.error.type === 'cancelled' ? ok(null) : err(result.error);
  }

  /** Resumes the session that a crash or a power cut interrupted. */
  async resume(): Promise<void> {
    await this.#thenReopen(() => this.#ports.session.resume());
  }

  /** Whether signing out is under way: no more scans are taken in. */
  get isEnding(): boolean {
    return this.#ending !== null;
  }

  /**
   * Whether the door may be opened: somebody is there for it. A session that the platform has ended still
   * counts, as the door stays open then.
   */
  get mayOpen(): boolean {
    const { status } = this.#ports.session.state();
    return !this.isEnding && (status === 'signed-in' || status === 'lost');
  }

  /** Whether somebody signs out, and waits for the scans that go up before. */
  get isUploading(): boolean {
    return this.#isUploading;
  }

  /**
   * Signs out: no more scans are taken in, scans under way get their verdicts, waiting scans are uploaded,
   * and then the token is invalidated.
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

  /** Closes the door, and keeps a sign-in under way from opening it. */
  close(): void {
    this.#reopening = null;
    this.#ports.door.close();
    this.#ports.onClosed();
  }

  /** What may be scanned now, fresh from the platform. */
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

  /** What the platform last offered the user who is signed in; null if unknown. */
  lastOffered(): LastOffer | null {
    const { connection, session, door, offered } = this.#ports;
    const credentials = session.credentials();
    if (connection.client === null || credentials === null) return null;
    const last = offered.lastOf(connection.client.baseUrl, credentials.username);
    return last && door.stillOffered(last);
  }

  async #thenReopen<T>(begin: () => Promise<T>): Promise<T> {
    // A door that is open stays so; only one that is closed makes people wait.
    if (this.#ports.door.selection !== null) {
      const begun = await begin();
      if (this.#ports.session.state().status === 'signed-in') await this.#closeIfNotOffered();
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
    // Somebody may have signed out meanwhile, and somebody else in.
    if (baseUrl === undefined || this.#reopening !== reopening) return;
    if (offered.ok) door.reopen(baseUrl, offered.value);
    else if (offered.error.type === 'offline') door.reopen(baseUrl, null);
  }

  /** The door may be open for something that this user has no business with. */
  async #closeIfNotOffered(): Promise<void> {
    const offered = await this.filterOptions(REOPEN_LIMIT);
    const { selection } = this.#ports.door;
    if (offered.ok && selection !== null && !isOffered(selection, offered.value)) this.close();
  }
}
