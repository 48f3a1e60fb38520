import type { ApiError } from '#shared/model/api-error.ts';

/** A reason without the platform's own words in it: they may name somebody, and no list shows them. */
export function withoutWords<R extends { readonly type: string }>(
  reason: R | { readonly type: 'platform-error'; readonly error: ApiError },
): R | { readonly type: 'platform-error'; readonly error: ApiError } {
  if (!('error' in reason)) return reason;
  return { ...reason, error: { ...reason.error, messageHtml: null } };
}
