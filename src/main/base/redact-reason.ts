import { ERROR_KEYS, ERROR_NAMES, knownError } from '#shared/api/error-codes.ts';
import type { ApiError } from '#shared/model/api-error.ts';

/**
 * Returns a reason without the platform's own message: it may contain names or barcodes, which no
 * list shows. For an error that the spec defines (7.3), the spec's key and name replace the
 * platform's.
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
