import type { DemoGuide } from '#shared/model/demo-guide.ts';
import type { Fault, KioskState } from '#shared/model/kiosk-state.ts';
import { join } from 'node:path';
import { Admission } from './admission/admission.ts';
import { ADMISSION_TIMINGS, type AdmissionTimings } from './admission/timings.ts';
import { VerdictDisplay } from './admission/verdict-display.ts';
import { Changes } from './changes.ts';
import { Door } from './door/door.ts';
import type { KioskHandlers } from './ipc/handlers.ts';
import { createKioskHandlers } from './kiosk-handlers.ts';
import { PlatformLink } from './platform-link.ts';
import type { Clock, Fetch, KeyProtector, Logger } from './ports.ts';
import type { House } from './programme/copy/house.ts';
import { houseOf } from './programme/house-of.ts';
import { Programme } from './programme/programme.ts';
import type { ProgrammeTimings } from './programme/timings.ts';
import type { SettingsFile } from './settings/settings-file.ts';
import { Shift } from './shift.ts';
import { Connectivity } from './sync/connectivity.ts';
import { createPlatformClock } from './sync/platform-clock.ts';
import { sealedSessionStore } from './ticketing/sealed-session-store.ts';
import { Session } from './ticketing/session.ts';
import { sealedFile } from './vault/sealed-file.ts';
import { openVault } from './vault/vault.ts';

/** What the kiosk needs from its host. */
export interface KioskPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly keyProtector: KeyProtector;
  readonly logger: Logger;
  readonly settingsFile: SettingsFile;
  /** A folder of its own for everything that it keeps. */
  readonly dataDirectory: string;
  /** The thread that reads the programme: programme/refresh/worker.ts, or what it was built to. */
  readonly programmeWorker: string;
  readonly version: string;
}

/** What this start of the kiosk is about. */
export interface KioskOptions {
  /** From the command line, the environment or the demonstration; goes before the settings. */
  readonly baseUrl: string | null;
  readonly demo: DemoGuide | null;
  /** What went wrong before the kiosk could be put together. */
  readonly fault: Fault | null;
  readonly timings?: AdmissionTimings;
  readonly programmeTimings?: ProgrammeTimings;
}

/** The whole kiosk, as its host sees it. */
export interface Kiosk {
  readonly handlers: KioskHandlers;
  state(): KioskState;
  /** Tells of each new state; returns how to stop. */
  onState(listener: (state: KioskState) => void): () => void;
  start(): Promise<void>;
  /** Ends the session on the platform; bounded in time. */
  stop(): Promise<void>;
}

/** Puts the kiosk together. Services know nothing of each other: this is where they meet. */
export function createKiosk(ports: KioskPorts, options: KioskOptions): Kiosk {
  const { clock, logger, settingsFile } = ports;
  const timings = options.timings ?? ADMISSION_TIMINGS;
  const changes = new Changes(state);

  const vault = openVault(ports.dataDirectory, ports.keyProtector, logger.scope('vault'));
  const platformClock = createPlatformClock(clock);
  const connectivity = new Connectivity(clock, changes.note);

  const session: Session = new Session({
    client: () => link.client,
    clock,
    platformClock,
    store: sealedSessionStore(
      sealedFile(join(ports.dataDirectory, 'session.sealed'), vault.key('session')),
    ),
    logger: logger.scope('session'),
    onChange: changes.note,
  });
  const link: PlatformLink = new PlatformLink({
    fetch: ports.fetch,
    clock,
    logger: logger.scope('platform'),
    platformClock,
    connectivity,
    session,
  });

  const door = new Door(settingsFile, changes.note);
  const display = new VerdictDisplay({ clock, timings, onChange: changes.note });
  const admission = new Admission({
    ask: (code, filter) => link.askAboutTicket(code, filter),
    clock,
    timings,
    logger: logger.scope('admission'),
    onVerdict(verdict, scan) {
      // Behind a closed door stands nobody whom it would be about.
      if (door.selection !== null) display.show(verdict, scan.at);
    },
    onOverdue: () => connectivity.noteFailure('timeout'),
    onWaiting: changes.note,
  });
  const shift = new Shift({
    session,
    link,
    door,
    onClosed() {
      display.clear();
      admission.forgetRecent();
    },
    onChange: changes.note,
  });
  let offered: House | null = null;
  const programme = new Programme({
    ...ports,
    logger: logger.scope('programme'),
    timings: options.programmeTimings,
    workerFile: ports.programmeWorker,
    client: () => link.client,
    house: () =>
      houseOf({
        ...settingsFile.read(),
        server: link.client?.baseUrl ?? null,
        selection: door.selection,
        offered,
      }),
    timeZone,
    isBusy: () => admission.waiting > 0,
    onChange: changes.note,
  });
  changes.listen(() => programme.follow());
  const handlers = createKioskHandlers({
    ...ports,
    link,
    shift,
    door,
    admission,
    programme,
    state,
    onOffered(clientId) {
      offered = link.client && { server: link.client.baseUrl, clientId };
      changes.note();
    },
    logger: logger.scope('calls'),
    onChange: changes.note,
  });

  function timeZone(): string {
    return settingsFile.read().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  }

  function state(): KioskState {
    const { kioskId, kioskName, volume, idleBoardAfter } = settingsFile.read();
    return {
      version: ports.version,
      kiosk: { id: kioskId, name: kioskName },
      fault: options.fault,
      server: link.client?.baseUrl ?? null,
      session: shift.session(),
      connection: connectivity.state,
      selection: door.selection,
      waiting: admission.waiting,
      pending: 0,
      tickets: null,
      verdict: display.current,
      lastVerdict: display.last,
      timeZone: timeZone(),
      volume,
      programme: programme.state(),
      idleBoardAfter,
      demo: options.demo,
    };
  }

  return {
    handlers,
    state,
    onState: (listener) => changes.listen(listener),
    async start() {
      if (options.fault !== null) {
        // Which platform is meant may be what nobody knows, so none is asked, and nothing is changed.
        logger.error('not started', { fault: options.fault.type });
        return;
      }
      link.connect(options.baseUrl ?? settingsFile.read().server);
      programme.follow();
      await shift.resume();
      logger.info('started', { version: ports.version, keys: vault.protection });
    },
    async stop() {
      // A stored session is for a start without the fault.
      await Promise.all([programme.stop(), options.fault === null && session.stop()]);
      logger.info('stopped');
    },
  };
}
