import type { ApiError } from '#shared/model/api-error.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import type { TicketFacts } from '#shared/model/verdict.ts';

/** What came of asking the platform about one ticket. */
export type PlatformAnswer =
  | { readonly type: 'admitted'; readonly ticket: TicketFacts }
  | { readonly type: 'refused'; readonly error: ApiError }
  | { readonly type: 'unreachable'; readonly reason: OfflineReason }
  | { readonly type: 'not-signed-in' };
