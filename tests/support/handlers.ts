import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import { CALL_CHANNELS } from '#shared/ipc/channels.ts';

/** Handlers of which a test needs but some; calling another one is a mistake in the test. */
export function handlersWith(some: Partial<KioskHandlers>): KioskHandlers {
  const names = Object.keys(CALL_CHANNELS);
  const unused = names.map((name) => [
    name,
    () => {
      throw new Error(`${name} is not part of the test`);
    },
  ]);
  return { ...(Object.fromEntries(unused) as KioskHandlers), ...some };
}
