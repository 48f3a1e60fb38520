import type { StateUpdate } from '#shared/model/kiosk-state.ts';
import type { Result } from '#shared/result.ts';
import type { KioskCallName, KioskCalls } from './calls.ts';

/**
 * A call that did not reach its handler, or whose handler threw: caused by a bug, or by a foreign caller.
 */
export type CallFailure =
  /** The sender or the payload was not accepted, or the kiosk switches to or from a rehearsal. */
  | { readonly type: 'call-refused' }
  /** The call needs the PIN, and the kiosk is locked. */
  | { readonly type: 'locked' }
  /** An unexpected error; `incident` identifies it in the log. */
  | { readonly type: 'internal'; readonly incident: string };

/** The argument of a call. */
export type KioskRequest<N extends KioskCallName> = Parameters<KioskCalls[N]>[0];
/** The result of a call, as the wrapper returns it. */
export type KioskAnswer<N extends KioskCallName> =
  ReturnType<KioskCalls[N]> | Result<never, CallFailure>;

/** The calls as functions for the page. */
export type KioskMethods = {
  readonly [N in KioskCallName]: (request: KioskRequest<N>) => Promise<KioskAnswer<N>>;
};

/** The object `window.kiosk`: everything the renderer can do. */
export interface KioskApi extends KioskMethods {
  /** `electron`, or `browser` when the kiosk is served to one. */
  readonly platform: KioskPlatform;
  /** Calls the listener with the slices of the state that have changed; returns a function that unsubscribes. */
  onState(listener: (update: StateUpdate) => void): () => void;
}

/** The environment of the renderer. */
export type KioskPlatform = 'electron' | 'browser';
