import { endsSession } from '#shared/api/index.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type {
  LostReason,
  SessionState,
  SignedInUser,
  SignInFailure,
} from '#shared/model/session.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import { DAY } from '#shared/time.ts';
import type { Credentials, TicketingFailure } from './failure.ts';
import { grantOf, storedOf, type Grant, type SessionClient } from './grant.ts';
import { Renewal } from './renewal.ts';
import { Revocations } from './revocations.ts';
import { inOrder, type SessionStore, type StoredSession } from './session-store.ts';
import { SESSION_TIMINGS, type SessionTimings } from './session-timings.ts';
import { evidenceOf } from './token-life.ts';
import { isInTrouble } from './trouble.ts';
import { Turns } from '#main/base/turns.ts';
import { unlessAborted } from '#main/base/unless-aborted.ts';

export interface SessionPorts {
  /** The client of the platform in use; null while none is chosen. */
  readonly client: () => SessionClient | null;
  /** The client of a platform that is not in use any more; null if it must not be asked. */
  readonly formerClient: (baseUrl: string) => SessionClient | null;
  readonly clock: Clock;
  readonly platformClock: Pick<PlatformClock, 'now'>;
  readonly store: SessionStore;
  readonly logger: Logger;
  readonly onChange: (state: SessionState) => void;
  readonly timings?: SessionTimings;
}

/** Why a sign-in brought no session; `cancelled` by signing out or closing meanwhile. */
export type SignInRefusal = SignInFailure | { readonly type: 'cancelled' };

/**
 * The session with the platform: who is signed in, and the token, which leaves it only as {@link
 * Session.credentials} for a call. It keeps an idle token alive, notices when the platform ends it, and
 * ends it itself when the kiosk closes. Without the network it stays signed in, even after the token's
 * expiry: only an answer of the platform makes it `lost`.
 */
export class Session {
  readonly #ports: SessionPorts;
  readonly #timings: SessionTimings;
  readonly #store: ReturnType<typeof inOrder>;
  #state: SessionState = { status: 'signed-out' };
  #grant: Grant | null = null;
  /** Aborted and replaced by every event that makes a pending sign-in obsolete. */
  #callOff = new AbortController();
  readonly #renewal: Renewal;
  readonly #revocations: Revocations;
  readonly #signIns = new Turns();

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    this.#timings = ports.timings ?? SESSION_TIMINGS;
    this.#store = inOrder(ports.store, ports.logger);
    this.#revocations = new Revocations(ports.logger);
    this.#renewal = new Renewal({
      ...{ clock: ports.clock, timings: this.#timings },
      grant: () => this.#grant,
      remaining: (grant) => this.#remaining(grant),
      onAlive: (grant, expiresAt) => this.#moveExpiry(grant, this.#expiryOf(expiresAt)),
      onOver: (grant, reason) => this.#lose(grant, reason),
    });
  }

  /** A sign-in may be renewed for weeks, so the days until the password expires are counted down. */
  state(): SessionState {
    const state = this.#state;
    if (state.status !== 'signed-in' || this.#grant === null) return state;
    return { ...state, user: this.#userOf(this.#grant) };
  }

  /**
   * The credentials for other calls; null while nobody is signed in, and while the session is suspended.
   */
  credentials(): Credentials | null {
    return this.#renewal.isSuspended ? null : (this.#grant?.credentials ?? null);
  }

  /**
   * Signs in. If somebody was signed in, that session is ended first; if this fails after a session was
   * lost, it stays lost. A second call waits for the first.
   */
  signIn(username: string, password: string): Promise<Result<null, SignInRefusal>> {
    const { signal } = this.#callOff;
    return this.#signIns.take(() => this.#signIn(username, password, signal));
  }

  /**
   * Resumes the session that a crash left behind. The platform is asked whether its token is alive: a dead
   * one is deleted, and one of another server is revoked there, once. If the platform cannot be reached,
   * the session is used all the same, for up to {@link SessionTimings.resumeGrace} after its expiry,
   * because nobody could sign in again without the network; the platform is asked as soon as it can be
   * reached.
   */
  resume(): Promise<void> {
    const { signal } = this.#callOff;
    // Read at once, so that signing out meanwhile can revoke the token.
    const stored = this.#store.load();
    return this.#signIns.take(async () => this.#resume(await stored, signal));
  }

  /**
   * Signs out: the kiosk deletes the token at once, and revokes it on the platform within the time limit of
   * that call. This is tried once: without the network the token stays valid there until it expires.
   */
  async signOut(): Promise<void> {
    this.#callOff.abort();
    this.#callOff = new AbortController();
    // Comes first, because the last request still needs the cookies, which end with the session.
    const revoked = this.#grant && this.#revocations.revoke(this.#grant);
    this.#forget({ status: 'signed-out' });
    await Promise.all([revoked, this.#store.settled()]);
  }

  /**
   * Suspends the session: no requests are made with it, and its token stays stored, as after a crash, for
   * another instance to {@link Session.resume}; {@link Session.stop} still ends it. Waits for a pending
   * sign-in first, because its token could not be revoked later.
   */
  async suspend(): Promise<void> {
    await this.#signIns.settled();
    this.#renewal.suspend();
    if (this.#grant !== null) this.#save(this.#grant);
    await Promise.all([this.#store.settled(), this.#revocations.settled()]);
  }

  /** Signs out for good, within {@link SessionTimings.stop}. */
  async stop(): Promise<void> {
    const signedOut = this.signOut();
    this.#callOff.abort();
    await new Promise<void>((resolve) => {
      const cancel = this.#ports.clock.after(this.#timings.stop, resolve);
      void this.#whenAllIsRevoked(signedOut).then(resolve).finally(cancel);
    });
  }

  /**
   * Asks the platform now whether the session is alive, because nothing renewed it while the machine slept.
   */
  checkNow(): void {
    if (!this.#renewal.isSuspended) void this.#renewal.now();
  }

  /** Updates the expiry from an answer. An answer to earlier credentials changes nothing. */
  noteExpiration(expiresAt: number, credentials: Credentials): void {
    if (this.#grant?.credentials.token !== credentials.token) return;
    this.#moveExpiry(this.#grant, this.#expiryOf(expiresAt));
  }

  /**
   * Handles a refusal, which may have ended the session (spec 7.3).
   *
   * @param status the HTTP status: with one that tells of trouble at the platform, the refusal ends the
   *   session only after the token's own expiry
   */
  noteRefusal(error: ApiError, credentials: Credentials, status?: number): void {
    const grant = this.#grant;
    if (grant?.credentials.token !== credentials.token || !endsSession(error)) return;
    if (isInTrouble(status) && this.#remaining(grant) > 0) return;
    this.#lose(grant, { type: 'ended-by-platform', error });
  }

  /**
   * Handles a rejection without an error of the platform. It may be accidental: the platform is asked a
   * little later, and the session is lost only if it is rejected again.
   */
  noteTurnedAway(credentials: Credentials): void {
    if (this.#grant?.credentials.token === credentials.token) this.#renewal.noteTurnedAway();
  }

  async #signIn(
    username: string,
    password: string,
    signal: AbortSignal,
  ): Promise<Result<null, SignInRefusal>> {
    if (signal.aborted) return err({ type: 'cancelled' });
    const client = this.#ports.client();
    if (client === null) return err({ type: 'offline', reason: 'unreachable' });
    if (this.#grant !== null) {
      void this.#revocations.revoke(this.#grant);
      this.#forget({ status: 'signed-out' });
    }
    const before = this.#state;
    this.#become({ status: 'signing-in', username });
    const answer = this.#authenticate(client, username, password);
    const result = await unlessAborted(answer, signal);
    if (result === null || isCalledOff(signal)) {
      // The token may still arrive, and must be revoked then.
      this.#revocations.revokeLate(answer.then((late) => (late.ok ? late.value : null)));
      return err({ type: 'cancelled' });
    }
    if (result.ok) {
      this.#begin(result.value);
      this.#renewal.plan(result.value);
      return ok(null);
    }
    this.#become(before);
    return err(result.error.type === 'aborted' ? { type: 'cancelled' } : result.error);
  }

  async #authenticate(
    client: SessionClient,
    username: string,
    password: string,
  ): Promise<Result<Grant, TicketingFailure>> {
    const answer = await client.authenticate(username, password);
    if (!answer.ok) return answer;
    const { accessToken, accessTokenExpiration, passwordExpiresOn } = answer.value;
    const signedInAt = Math.round(this.#ports.platformClock.now());
    // A platform may give the day only (spec 2.6).
    const daysTillPasswordExpires =
      answer.value.daysTillPasswordExpires ??
      (passwordExpiresOn === null ? null : daysFrom(signedInAt, passwordExpiresOn));
    return ok({
      client,
      credentials: { username, token: accessToken },
      user: { username, daysTillPasswordExpires },
      signedInAt,
      expiresAt: this.#expiryOf(accessTokenExpiration),
      savedExpiry: Number.NEGATIVE_INFINITY,
    });
  }

  async #resume(stored: StoredSession | null, signal: AbortSignal): Promise<void> {
    const client = this.#ports.client();
    if (stored === null || this.#grant !== null) return;
    if (client === null || stored.baseUrl !== client.baseUrl) {
      const former = this.#ports.formerClient(stored.baseUrl);
      if (former !== null) void this.#revocations.revoke(grantOf(stored, former));
      this.#forget(this.#state);
      return;
    }

    const grant = grantOf(stored, client);
    if (signal.aborted) return void this.#revocations.revoke(grant);
    this.#become({ status: 'signing-in', username: stored.username });
    const asked = client.validateToken(grant.credentials, { timeLimit: this.#timings.resume });
    const result = await unlessAborted(asked, signal);
    if (result === null || isCalledOff(signal)) return void this.#revocations.revoke(grant);

    if (result.ok) {
      grant.expiresAt = this.#expiryOf(result.value.accessTokenExpiration);
      this.#begin(grant);
      this.#renewal.plan(grant);
      return;
    }
    const evidence = evidenceOf(result.error);
    const isOver = evidence !== null && this.#renewal.isProof(evidence, grant, false);
    if (isOver || this.#remaining(grant) < -this.#timings.resumeGrace) {
      this.#ports.logger.info('the stored session is over', { why: result.error.type });
      this.#forget({ status: 'signed-out' });
    } else {
      this.#begin(grant);
      this.#renewal.tryAgain(evidence);
    }
  }

  #begin(grant: Grant): void {
    this.#grant = grant;
    this.#save(grant);
    this.#become({ status: 'signed-in', user: grant.user, expiresAt: grant.expiresAt });
  }

  /**
   * Moves the expiry to what an answer says, backwards too. An answer that was overtaken moves it back by
   * little, and the next one corrects that.
   */
  #moveExpiry(grant: Grant, expiresAt: number): void {
    const isUnmoved = expiresAt === grant.expiresAt;
    grant.expiresAt = expiresAt;
    this.#renewal.plan(grant);
    if (isUnmoved) return;
    if (Math.abs(expiresAt - grant.savedExpiry) >= this.#timings.saveAfter) this.#save(grant);
    this.#become({ status: 'signed-in', user: grant.user, expiresAt });
  }

  #lose(grant: Grant, reason: LostReason): void {
    this.#ports.logger.warn('the platform ended the session', {
      errorCode: reason.type === 'ended-by-platform' ? reason.error.code : null,
      status: reason.type === 'turned-away' ? reason.status : null,
    });
    this.#forget({ status: 'lost', user: this.#userOf(grant), reason });
  }

  #userOf({ user, signedInAt }: Grant): SignedInUser {
    const told = user.daysTillPasswordExpires;
    if (told === null) return user;
    const passed = Math.max(0, Math.floor((this.#ports.platformClock.now() - signedInAt) / DAY));
    return { ...user, daysTillPasswordExpires: told - passed };
  }

  /** Drops the token, here and in the store. */
  #forget(next: SessionState): void {
    this.#renewal.cancel();
    this.#grant = null;
    void this.#store.clear();
    this.#become(next);
  }

  #become(state: SessionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#ports.onChange(state);
  }

  /** A cancelled sign-in may still bring a token, which is then revoked. */
  async #whenAllIsRevoked(signedOut: Promise<void>): Promise<void> {
    await signedOut;
    await this.#signIns.settled();
    await this.#revocations.settled();
  }

  /** The remaining life of the token, in milliseconds; negative after its expiry. */
  #remaining(grant: Grant): number {
    return grant.expiresAt - this.#ports.platformClock.now();
  }

  /**
   * The expiry of a token that the platform just took. One that is missing or has passed cannot be right;
   * the token then has the life that each call gives it.
   */
  #expiryOf(told: number | null): number {
    const now = this.#ports.platformClock.now();
    return told !== null && told > now ? told : now + this.#timings.tokenLife;
  }

  #save(grant: Grant): void {
    grant.savedExpiry = grant.expiresAt;
    void this.#store.save(storedOf(grant));
  }
}

/** The signal may be aborted during an await; a direct check would be narrowed by the type checker. */
function isCalledOff(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** The number of days between two instants, rounded up; never -0, which JSON does not have. */
function daysFrom(from: number, to: number): number {
  const days = Math.ceil((to - from) / DAY);
  return days === 0 ? 0 : days;
}
