/**
 * The outcome of something that can be expected to fail: a value, or an error value with a code, never an
 * exception. Exceptions are bugs.
 */
export type Result<T, E> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** Returns a success with its value. */
export function ok(): Result<void, never>;
export function ok<T>(value: T): Result<T, never>;
export function ok<T>(value?: T): Result<T | undefined, never> {
  return { ok: true, value };
}

/** Returns an expected failure. */
export function err<E>(error: E): Result<never, E> {
  return { ok: false, error };
}
