import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import { CALL_CHANNELS } from '#shared/ipc/channels.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { NO_SERVICE_WORDS } from '#shared/model/programme.ts';
import { NO_METRICS } from '#shared/model/metrics.ts';
import { NO_APP_WINDOW } from '#shared/model/app-window.ts';
import { DEFAULT_SETTINGS } from '#shared/model/settings.ts';
import { DEFAULT_WEDGE_SETTINGS } from '#shared/wedge/settings.ts';

/** A kiosk that knows nothing yet: no server, nobody signed in. */
export function newKioskState(changes: Partial<KioskState> = {}): KioskState {
  return {
    version: '1.2.3',
    kiosk: { id: 'c0ffee', name: 'North door' },
    fault: null,
    baseUrl: null,
    session: { status: 'signed-out' },
    connection: { status: 'online' },
    selection: null,
    waiting: 0,
    looksUpOnly: false,
    scanners: {
      all: [],
      wedge: DEFAULT_WEDGE_SETTINGS,
      rhythms: [],
      serial: [],
      missed: null,
      trial: null,
    },
    uploads: { pending: 0, oldest: null, uploading: false, lastProblem: null, warning: null },
    discrepancies: 0,
    snapshot: {
      tickets: null,
      builtAt: null,
      scope: null,
      skipped: 0,
      duplicates: 0,
      refreshing: null,
      problem: null,
      heldUntil: null,
      lastWeight: null,
      next: null,
    },
    find: { status: 'off' },
    clockSkew: null,
    health: {
      roundTrip: null,
      disk: null,
      keys: { keeper: 'os', backend: null },
      runtime: { electron: null, chrome: null, node: '24.0.0' },
    },
    leaving: null,
    verdict: null,
    lastVerdict: null,
    settings: { kioskName: 'North door', ...DEFAULT_SETTINGS },
    venueLogo: null,
    lock: { hasPin: false, isUnlocked: true, nextTryAt: null },
    appWindow: NO_APP_WINDOW,
    update: { type: 'none' },
    metrics: NO_METRICS,
    managed: [],
    managedBy: null,
    timeZone: 'Europe/Berlin',
    programme: {
      clientId: null,
      revision: 0,
      fetchedAt: null,
      refreshing: false,
      problem: null,
      service: NO_SERVICE_WORDS,
    },
    rehearsal: false,
    demo: null,
    ...changes,
  };
}

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
