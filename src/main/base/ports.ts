/**
 * What services need from outside. It is passed in, so that they run in plain Node, in Electron and in
 * tests.
 */

/** Time, and waking up later. */
export interface Clock {
  /** What the kiosk's own clock says: milliseconds since the epoch. It may be wrong, and gets set. */
  now(): number;
  /**
   * Milliseconds since this machine started, in steps of at most {@link STEADY_STEP}. Nobody can set
   * it, it never goes back, and it goes on while the machine sleeps: for how long something took, and
   * how long ago something was, however the wall clock jumps.
   */
  steady(): number;
  /** Calls `wake` once, after `ms` milliseconds; returns how to call it off. */
  after(ms: number, wake: () => void): () => void;
}

/** How coarse {@link Clock.steady} may be, in milliseconds. */
export const STEADY_STEP = 20;

/** HTTP as the platform's fetch has it. Whoever supplies it never sends a POST twice by itself. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

/** What a request is made of. */
export interface FetchInit {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Told of each piece of the answer's body as it comes over the line, before it is unpacked. */
  readonly onBytes?: (bytes: number) => void;
  /** `manual`: a redirect is never followed, so that the Authorization header stays where it belongs. */
  readonly redirect: 'manual';
}

/**
 * Where the services write what happened. Texts are constant and facts are named, so that what must
 * stay out of a log can be told by its name; the logger masks it all the same.
 */
export interface Logger {
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  error(message: string, facts?: LogFacts): void;
  /** The same log under the name of a part of the kiosk. */
  scope(name: string): Logger;
}

/** What belongs to an event, by name. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The operating system's keeper of keys. */
export interface KeyProtector {
  /** `os`: only this user on this machine can undo it. `none`: the key lies in a file of mode 0600. */
  readonly kind: 'os' | 'none';
  /** What the key store calls itself, where there is a choice of them: on Linux. */
  readonly store?: string;
  protect(key: Buffer): Buffer;
  /** Throws when the key store is locked, or the key was protected by another one. */
  unprotect(protectedKey: Buffer): Buffer;
}
