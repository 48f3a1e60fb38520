import type { ApiError } from '#shared/model/api-error.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import type { Busy } from './retry-after.ts';

/** Why a call brought no value. Only `refused` is an answer of the platform itself. */
export type TicketingFailure =
  /** The platform answered with an error of spec 2.5; `status` is HTTP's. */
  | {
      readonly type: 'refused';
      readonly error: ApiError;
      readonly status: number;
      readonly busy?: Busy;
    }
  | NoAnswer
  /** The caller's signal cancelled it. */
  | { readonly type: 'aborted' };

/** There was no answer of the platform, or only one that says to come again later. */
export interface NoAnswer {
  readonly type: 'offline';
  readonly reason: OfflineReason;
  /** The HTTP status, if something has answered. */
  readonly status?: number;
  /** The answer was a web page. */
  readonly isPage?: true;
  /** Something answered that asks to come again later: no evidence of a broken connection. */
  readonly busy?: Busy;
}

/** What goes into the Authorization header (spec 5). Never write it to a log or a state. */
export interface Credentials {
  readonly username: string;
  readonly token: string;
}
