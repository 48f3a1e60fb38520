import type { Admission } from '#main/entrance/admission/admission.ts';
import type { VerdictDisplay } from '#main/entrance/admission/verdict-display.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { Door } from '#main/entrance/door/door.ts';
import type { Outputs } from '#main/entrance/outputs/outputs.ts';
import type { HelpCall } from '#main/entrance/help/help-call.ts';
import type { SentToEntrances } from '#main/entrance/entrances/sent-to.ts';
import type { LookUpMode } from '#main/entrance/door/look-up-mode.ts';
import type { Finder } from '#main/entrance/find/finder.ts';
import type { PartyDesk } from '#main/entrance/party/party-desk.ts';
import type { NotesAtDoor } from '#main/entrance/notes/notes-at-door.ts';
import type { EnvironmentMonitor } from '#main/operations/health/environment-monitor.ts';
import type { KioskOptions, KioskPorts } from '#main/kiosk/kiosk.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { Lock } from '#main/operations/lock/lock.ts';
import type { Programme } from '#main/platform/programme/programme.ts';
import type { Discrepancies } from '#main/operations/records/discrepancies.ts';
import type { Scanners } from '#main/entrance/scanners/scanners.ts';
import { zoneInUse } from '#main/settings/zone-in-use.ts';
import type { Breaker } from '#main/sync/breaker.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Uploader } from '#main/sync/upload.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { NO_METRICS } from '#shared/model/metrics.ts';
import { NO_APP_WINDOW } from '#shared/model/app-window.ts';
import { firstStartOf } from './first-start.ts';
import type { DerivedSettings } from './derived-settings.ts';
import type { KioskLife } from './kiosk-life.ts';
import type { PlatformConnection } from './platform-connection.ts';
import type { VenueServices } from './open-venue.ts';
import type { OperatorSession } from './operator-session.ts';

/**
 * From this deviation of the clock on, in milliseconds, it is shown, because a technician should
 * correct it.
 */
const SKEW_SHOWN = 2 * 60_000;

/** The parts that the kiosk's state is read from. */
export interface StateSources {
  readonly ports: Pick<
    KioskPorts,
    'version' | 'settingsFile' | 'appWindow' | 'updates' | 'metrics'
  >;
  readonly options: Pick<KioskOptions, 'fault' | 'baseUrl' | 'demo' | 'rehearsal'>;
  readonly derivedSettings: DerivedSettings;
  readonly notesAtDoor: NotesAtDoor;
  readonly connection: PlatformConnection;
  readonly operatorSession: OperatorSession;
  readonly life: KioskLife;
  readonly breaker: Breaker;
  readonly door: Door;
  readonly admission: Admission;
  readonly display: VerdictDisplay;
  readonly lookUpMode: LookUpMode;
  readonly isWayOut: () => boolean;
  readonly help: Pick<HelpCall, 'view'>;
  readonly sentTo: Pick<SentToEntrances, 'counts'>;
  readonly scanners: Scanners;
  readonly uploader: Uploader;
  readonly discrepancies: Discrepancies;
  readonly snapshots: Snapshots;
  readonly finder: Finder;
  readonly party: Pick<PartyDesk, 'state'>;
  readonly platformClock: PlatformClock;
  readonly environment: EnvironmentMonitor;
  readonly keeper: LedgerKeeper;
  readonly lock: Lock;
  readonly programme: Programme;
  readonly venue: Pick<VenueServices, 'view'>;
  readonly outputs: Pick<Outputs, 'state'>;
}

/** Everything that the screen shows, as it is now. */
export function readState(sources: StateSources): KioskState {
  const {
    ports,
    options,
    connection,
    operatorSession,
    life,
    breaker,
    door,
    admission,
    display,
    scanners,
  } = sources;
  const { uploader, discrepancies, snapshots, finder, environment, keeper, lock, programme } =
    sources;
  const { settingsFile } = ports;
  const { kioskId, kioskName } = settingsFile.read();
  return {
    version: ports.version,
    kiosk: { id: kioskId, name: kioskName },
    fault: options.fault ?? keeper.fault,
    firstStart: firstStartOf(settingsFile, options),
    baseUrl: connection.client?.baseUrl ?? null,
    session: operatorSession.session(),
    connection: breaker.state,
    selection: door.selection,
    waiting: admission.waiting,
    looksUpOnly: sources.lookUpMode.isOn,
    isWayOut: sources.isWayOut(),
    help: sources.help.view,
    sentTo: sources.sentTo.counts(),
    scanners: scanners.state(),
    uploads: uploader.state,
    discrepancies: discrepancies.count(),
    snapshot: snapshots.state(),
    find: finder.state(),
    party: sources.party.state(),
    venue: sources.venue.view(),
    outputs: sources.outputs.state(),
    clockSkew: shownSkew(sources.platformClock),
    health: environment.state,
    leaving: life.leaving ?? (operatorSession.isUploading ? 'signing-out' : null),
    verdict: display.current,
    notice: display.notice,
    lastVerdict: display.last,
    notesToSee: sources.notesAtDoor.toSee,
    settings: sources.derivedSettings.operators,
    venueLogo: sources.derivedSettings.logoMark,
    lock: lock.state(),
    appWindow: ports.appWindow?.state() ?? NO_APP_WINDOW,
    update: ports.updates?.state ?? { type: 'none' },
    metrics: ports.metrics?.state ?? NO_METRICS,
    managed: settingsFile.managed,
    managedBy: settingsFile.managedBy,
    timeZone: zoneInUse(settingsFile),
    programme: programme.state(),
    rehearsal: options.rehearsal?.isOn ?? false,
    demo: options.demo,
  };
}

/**
 * How far the platform's clock is ahead of this machine's; null if that is unknown or too small to
 * matter.
 */
function shownSkew(platformClock: PlatformClock): number | null {
  const skew = platformClock.skew();
  return skew === null || Math.abs(skew) < SKEW_SHOWN ? null : -Math.round(skew / 1000) * 1000;
}
