import { NO_FIRST_START } from '#shared/model/first-start.ts';
import { NEVER_HELD } from '#shared/model/hold.ts';
import type {
  DoorSlice,
  KioskState,
  MachineSlice,
  RecordsSlice,
  SessionSlice,
  SettingsSlice,
  VerdictSlice,
} from '#shared/model/kiosk-state.ts';
import type { SessionState } from '#shared/model/session.ts';
import type { OutputState } from '#shared/model/output.ts';
import type { VenueView } from '#shared/model/venue.ts';
import type { PastVerdict, ShownVerdict } from '#shared/model/verdict.ts';
import { NO_SERVICE_WORDS, type ProgrammeState } from '#shared/model/programme.ts';
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

/** What tests say of a state, each fact by a name of its own, whichever slice it is in. */
export interface StateChanges
  extends
    Partial<DoorSlice>,
    Partial<RecordsSlice>,
    Partial<MachineSlice>,
    Partial<Omit<SessionSlice, 'current'>>,
    Partial<Pick<VerdictSlice, 'notice' | 'waiting'>>,
    Partial<Pick<SettingsSlice, 'managed' | 'managedBy' | 'venueLogo' | 'zoneInUse'>> {
  readonly session?: SessionState;
  readonly verdict?: ShownVerdict | null;
  readonly lastVerdict?: PastVerdict | null;
  readonly scanners?: Scanners;
  readonly venue?: VenueView;
  readonly outputs?: readonly OutputState[];
  readonly programme?: ProgrammeState;
  readonly settings?: Partial<SettingsSlice>;
}

/** The state with such changes, in the slices that they belong to. */
export function withChanges(state: KioskState, changes: StateChanges): KioskState {
  return {
    verdict: changed(state.verdict, {
      ...changes,
      ...renamed(changes, 'verdict', 'shown'),
      ...renamed(changes, 'lastVerdict', 'last'),
    }),
    session: changed(state.session, { ...changes, ...renamed(changes, 'session', 'current') }),
    door: changed(state.door, changes),
    scanners: changes.scanners ?? state.scanners,
    records: changed(state.records, changes),
    peers: changes.venue ?? state.peers,
    outputs: changes.outputs ?? state.outputs,
    programme: changes.programme ?? state.programme,
    machine: changed(state.machine, changes),
    settings: changed({ ...state.settings, ...changes.settings }, changes),
  };
}

/** The slice with those of the values that are its own. */
function changed<T extends object>(slice: T, values: object): T {
  const own = Object.entries(values).filter(([name]) => name in slice);
  return { ...slice, ...Object.fromEntries(own) };
}

function renamed(changes: StateChanges, name: keyof StateChanges, to: string): object {
  return name in changes ? { [to]: changes[name] } : {};
}

/** A kiosk that knows nothing yet: no server, nobody signed in. */
export function newKioskState(changes: StateChanges = {}): KioskState {
  return withChanges(NEW, changes);
}

const NEW: KioskState = {
  verdict: { shown: null, notice: null, last: null, waiting: 0 },
  session: {
    baseUrl: null,
    current: { status: 'signed-out' },
    connection: { status: 'online' },
    leaving: null,
    clockSkew: null,
  },
  door: {
    selection: null,
    looksUpOnly: false,
    isWayOut: false,
    help: { isOffered: false, askedAt: null },
    sentTo: [],
    notesToSee: [],
    find: { status: 'off' },
    party: null,
  },
  scanners: scanners(),
  records: { uploads: uploads(), discrepancies: 0, snapshot: snapshot() },
  peers: {
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
  programme: {
    clientId: null,
    revision: 0,
    fetchedAt: null,
    refreshing: false,
    problem: null,
    missing: [],
    service: NO_SERVICE_WORDS,
  },
  machine: {
    version: '1.2.3',
    kiosk: { id: 'c0ffee', name: 'North door' },
    fault: null,
    firstStart: NO_FIRST_START,
    health: {
      roundTrip: null,
      disk: null,
      keys: { keeper: 'os', backend: null },
      runtime: { electron: null, chrome: null, node: '24.0.0' },
      settingsRights: null,
    },
    lock: NO_PIN,
    appWindow: NO_APP_WINDOW,
    update: { type: 'none' },
    metrics: NO_METRICS,
    rehearsal: false,
    demo: null,
  },
  settings: {
    kioskName: 'North door',
    ...DEFAULT_SETTINGS,
    managed: [],
    managedBy: null,
    venueLogo: null,
    zoneInUse: 'Europe/Berlin',
  },
};
