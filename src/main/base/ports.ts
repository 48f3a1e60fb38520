/**
 * What the services need from their environment. It is passed in, so that they run under plain
 * Node, in Electron and in tests alike.
 */

/** Time and timers. */
export interface Clock {
  /**
   * What the kiosk's own clock shows: milliseconds since the epoch. It may be wrong, and may be set
   * at any time.
   */
  now(): number;
  /**
   * Milliseconds since this machine started, in steps of at most {@link STEADY_STEP}. It cannot be
   * set, never goes back, and keeps counting while the machine sleeps. Used for durations and for
   * the age of things, whatever the wall clock does.
   */
  steady(): number;
  /** Calls `wake` once, after `ms` milliseconds; returns a function that cancels it. */
  after(ms: number, wake: () => void): () => void;
}

/** The resolution of {@link Clock.steady} at worst, in milliseconds. */
export const STEADY_STEP = 20;

/**
 * HTTP, in the form that the platform's code uses. An implementation must never repeat a POST on
 * its own.
 */
export type Fetch = (url: string, init: FetchInit) => Promise<Answer>;

/** An answer, as far as the kiosk reads it. A `Response` is one, too. */
export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Null if there is none. Leaving its loop early, or cancelling it, closes the connection. */
  readonly body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}

/** The headers of an answer; names are in lower case. */
export interface AnswerHeaders {
  /** Those of the same name, joined by commas; null if there is none. */
  get(name: string): string | null;
  getSetCookie(): string[];
}

/** What a request is made of. */
export interface FetchInit {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /**
   * Called with the size of each piece of the answer's body as it arrives, before decompression.
   */
  readonly onBytes?: (bytes: number) => void;
  /**
   * `manual`: redirects are never followed, so that the Authorization header is sent to no other
   * server.
   */
  readonly redirect: 'manual';
}

/**
 * Where the services write what happened. Messages are constant and facts are named, so that facts
 * that must not be logged can be recognised by their names; the logger masks all of them in any
 * case.
 */
export interface Logger {
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  error(message: string, facts?: LogFacts): void;
  /** Returns the same log, with lines marked as coming from this part of the kiosk. */
  scope(name: string): Logger;
}

/** The details of an event, by name. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The operating system's key store. */
export interface KeyProtector {
  /**
   * `os`: only this user on this machine can decrypt it. `none`: the key is stored unencrypted in a
   * file of mode 0600.
   */
  readonly kind: 'os' | 'none';
  /** The name of the key store in use where there are several to choose from: on Linux. */
  readonly store?: string;
  protect(key: Buffer): Buffer;
  /** Throws if the key store is locked, or if the key was protected by another one. */
  unprotect(protectedKey: Buffer): Buffer;
}
