import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Result } from '#shared/result.ts';
import type { KioskCallName, KioskCalls } from './calls.ts';

/** A call that did not reach its handler, or whose handler threw: a bug, or somebody else's call. */
export type CallFailure =
  /** The sender or the payload was not accepted, or the kiosk switches to or from a rehearsal. */
  | { readonly type: 'call-refused' }
  /** It is behind the PIN, and the kiosk is locked. */
  | { readonly type: 'locked' }
  /** Something unforeseen; `incident` finds it in the log. */
  | { readonly type: 'internal'; readonly incident: string };

/** What a call takes. */
export type KioskRequest<N extends KioskCallName> = Parameters<KioskCalls[N]>[0];
/** What a call brings back, once it has gone through the wrapper. */
export type KioskAnswer<N extends KioskCallName> =
  ReturnType<KioskCalls[N]> | Result<never, CallFailure>;

/** Each call as the page makes it. */
export type KioskMethods = {
  readonly [N in KioskCallName]: (request: KioskRequest<N>) => Promise<KioskAnswer<N>>;
};

/** What sits on `window.kiosk`: all that the renderer can do. */
export interface KioskApi extends KioskMethods {
  /** `electron`, or `browser` when the kiosk is served to one. */
  readonly platform: KioskPlatform;
  /** Tells of each new state; returns how to stop. */
  onState(listener: (state: KioskState) => void): () => void;
}

/** What the renderer runs in. */
export type KioskPlatform = 'electron' | 'browser';
