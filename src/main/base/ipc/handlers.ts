import type { KioskCallName, KioskCalls } from '#shared/ipc/calls.ts';
import type { KioskRequest } from '#shared/ipc/kiosk-api.ts';
import type { Result } from '#shared/result.ts';

/** One handler for each call that the renderer can make; the request is parsed before it comes here. */
export type KioskHandlers = {
  readonly [N in KioskCallName]: (
    request: KioskRequest<N>,
  ) => Promise<ReturnType<KioskCalls[N]>> | ReturnType<KioskCalls[N]>;
};

/** The handlers of one side's pages: they may have fewer calls than there are, and answers of their own. */
export type SideHandlers = {
  readonly [N in KioskCallName]?: (
    request: KioskRequest<N>,
  ) => Promise<Result<unknown, unknown>> | Result<unknown, unknown>;
};
