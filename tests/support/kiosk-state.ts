import { NO_FIRST_START } from '#shared/model/first-start.ts';
import { NEVER_HELD } from '#shared/model/hold.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { NO_SERVICE_WORDS } from '#shared/model/programme.ts';
import { NO_METRICS } from '#shared/model/metrics.ts';
import { NO_APP_WINDOW } from '#shared/model/app-window.ts';
import type { Scanners } from '#shared/model/scanner.ts';
import type { LockState } from '#shared/model/lock.ts';
import { DEFAULT_SETTINGS } from '#shared/model/settings.ts';
import type { SnapshotState } from '#shared/model/snapshot.ts';
import type { Uploads } from '#shared/model/uploads.ts';
import { DEFAULT_WEDGE_SETTINGS } from '#shared/wedge/settings.ts';

/** Scans that wait to be uploaded: without changes none. */
export function uploads(changes: Partial<Uploads> = {}): Uploads {
  return {
    pending: 0,
    oldest: null,
    uploading: false,
    lastProblem: null,
    warning: null,
    ...changes,
  };
}

/** The kiosk's scanners: without changes none has been seen, and keyboards are as from the factory. */
export function scanners(changes: Partial<Scanners> = {}): Scanners {
  return {
    all: [],
    wedge: DEFAULT_WEDGE_SETTINGS,
    rhythms: [],
    serial: [],
    missed: null,
    trial: null,
    ...changes,
  };
}

/** The kiosk's snapshot of the tickets: without changes there is none. */
export function snapshot(changes: Partial<SnapshotState> = {}): SnapshotState {
  return {
    tickets: null,
    builtAt: null,
    scope: null,
    skipped: 0,
    duplicates: 0,
    lacksAdmitted: false,
    scripts: [],
    refreshing: null,
    problem: null,
    heldUntil: null,
    lastWeight: null,
    next: null,
    ...changes,
  };
}

export const NO_PIN: LockState = { hasPin: false, isUnlocked: true, nextTryAt: null };

/** With a PIN that was not entered. */
export const LOCKED: LockState = { ...NO_PIN, hasPin: true, isUnlocked: false };

/** With a PIN that was entered. */
export const UNLOCKED: LockState = { ...NO_PIN, hasPin: true };

/** A kiosk that knows nothing yet: no server, nobody signed in. */
export function newKioskState(changes: Partial<KioskState> = {}): KioskState {
  return {
    version: '1.2.3',
    kiosk: { id: 'c0ffee', name: 'North door' },
    fault: null,
    firstStart: NO_FIRST_START,
    baseUrl: null,
    session: { status: 'signed-out' },
    connection: { status: 'online' },
    selection: null,
    waiting: 0,
    looksUpOnly: false,
    isWayOut: false,
    help: { isOffered: false, askedAt: null },
    sentTo: [],
    scanners: scanners(),
    uploads: uploads(),
    discrepancies: 0,
    snapshot: snapshot(),
    find: { status: 'off' },
    party: null,
    venue: {
      status: 'off',
      doors: 0,
      trouble: null,
      refused: 0,
      overQuota: 0,
      oddTimes: 0,
      hold: NEVER_HELD,
      calls: [],
      doubted: [],
      inside: null,
    },
    outputs: [],
    clockSkew: null,
    health: {
      roundTrip: null,
      disk: null,
      keys: { keeper: 'os', backend: null },
      runtime: { electron: null, chrome: null, node: '24.0.0' },
      settingsRights: null,
    },
    leaving: null,
    verdict: null,
    notice: null,
    lastVerdict: null,
    notesToSee: [],
    settings: { kioskName: 'North door', ...DEFAULT_SETTINGS },
    venueLogo: null,
    lock: NO_PIN,
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
      missing: [],
      service: NO_SERVICE_WORDS,
    },
    rehearsal: false,
    demo: null,
    ...changes,
  };
}
