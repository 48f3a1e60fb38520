import { ERROR_KEYS, ERROR_NAMES, knownError } from '#shared/api/error-codes.ts';
import type { ApiError } from '#shared/model/api-error.ts';

/**
 * A reason without the platform's own words in it: they may name somebody, or a barcode, and no list shows
 * them. Of an error that the spec knows (7.3), its words stand there instead.
 */
export function redactReason<R extends { readonly type: string }>(
  reason: R | { readonly type: 'platform-error'; readonly error: ApiError },
): R | { readonly type: 'platform-error'; readonly error: ApiError } {
  if (!('error' in reason)) return reason;
  const { error } = reason;
  const known = knownError(error);
  const named =
    known === null ? { key: '', name: '' } : { key: ERROR_KEYS[known], name: ERROR_NAMES[known] };
  return { ...reason, error: { ...error, ...named, messageHtml: null } };
}
