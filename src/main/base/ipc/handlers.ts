import type { KioskCallName, KioskCalls } from '#shared/ipc/calls.ts';
import type { KioskRequest } from '#shared/ipc/kiosk-api.ts';

/** One handler for each call that the renderer can make; the request is parsed before it comes here. */
export type KioskHandlers = {
  readonly [N in KioskCallName]: (
    request: KioskRequest<N>,
  ) => Promise<ReturnType<KioskCalls[N]>> | ReturnType<KioskCalls[N]>;
};
