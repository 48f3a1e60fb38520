/**
 * The outcome of something that is expected to fail now and then: a value with its error's code,
 * never an exception. Exceptions are bugs.
 */
export type Result<T, E> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** It went well, and this is what came of it. */
export function ok(): Result<void, never>;
export function ok<T>(value: T): Result<T, never>;
export function ok<T>(value?: T): Result<T | undefined, never> {
  return { ok: true, value };
}

/** It failed in a way that was to be expected. */
export function err<E>(error: E): Result<never, E> {
  return { ok: false, error };
}
