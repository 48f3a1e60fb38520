/** Why a round has ended. */
export type RoundEnd =
  /** There is nothing that this session can upload, or there is no session. */
  | { readonly type: 'idle' }
  /** A request failed; `progress`: others of this round succeeded. */
  | { readonly type: 'retry'; readonly progress: boolean }
  /** The platform asks for a pause of so many milliseconds. */
  | { readonly type: 'hold'; readonly for: number };

/** What to do after a request. */
export type Next = RoundEnd | { readonly type: 'go on' };

export const GO_ON: Next = { type: 'go on' };
export const RETRY: RoundEnd = { type: 'retry', progress: false };
