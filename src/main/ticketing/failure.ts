import type { ApiError } from '#shared/model/api-error.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import type { Busy } from './retry-after.ts';

/** Why a call brought no value. None of these but `refused` is the platform's word. */
export type TicketingFailure =
  /** The platform answered with an error of spec 2.5. */
  | { readonly type: 'refused'; readonly error: ApiError; readonly busy?: Busy }
  /** There was no answer of the platform, or just one that says to come again later. */
  | { readonly type: 'offline'; readonly reason: OfflineReason; readonly busy?: Busy }
  /** The caller's signal called it off. */
  | { readonly type: 'aborted' };

/** What goes into the Authorization header (spec 5). Never write it to a log or a state. */
export interface Credentials {
  readonly username: string;
  readonly token: string;
}
