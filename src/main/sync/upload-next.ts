/** Why a round is over. */
export type RoundEnd =
  /** There is nothing that could go up with this session, or there is none. */
  | { readonly type: 'idle' }
  /** A request failed; `progress`: others of this round did not. */
  | { readonly type: 'retry'; readonly progress: boolean }
  /** The platform wants to be left alone for so many milliseconds. */
  | { readonly type: 'hold'; readonly for: number };

/** What comes after one request. */
export type Next = RoundEnd | { readonly type: 'go on' };

export const GO_ON: Next = { type: 'go on' };
export const RETRY: RoundEnd = { type: 'retry', progress: false };
