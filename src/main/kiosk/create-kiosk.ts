import { NO_APP_WINDOW } from '#shared/model/app-window.ts';
import type {
  DoorSlice,
  MachineSlice,
  RecordsSlice,
  SessionSlice,
} from '#shared/model/kiosk-state.ts';
import { NO_METRICS } from '#shared/model/metrics.ts';
import { Slice } from '#main/base/slice.ts';
import type { CommonParts, Kiosk, KioskOptions, KioskPorts } from './kiosk.ts';
import { BackgroundWork } from './background-work.ts';
import { Closing } from './closing.ts';
import { createKioskHandlers } from './kiosk-handlers.ts';
import { KioskLife } from './kiosk-life.ts';
import { shownSkew } from './platform-times.ts';
import { followVerdicts } from './follow-verdicts.ts';
import { firstStartOf } from './first-start.ts';
import { StatePublisher } from './state-publisher.ts';
import { openBookkeeping, type Bookkeeping } from './open-bookkeeping.ts';
import { EntrancesDesk } from '#main/entrance/entrances/entrances-desk.ts';
import { HelpCall } from '#main/entrance/help/help-call.ts';
import { UnlistedAdmissions } from '#main/entrance/admission/unlisted-admissions.ts';
import { openEntrance, type Entrance } from '#main/entrance/entrance.ts';
import { Repeats } from '#main/operations/records/repeats.ts';
import { openOutputs } from './open-outputs.ts';
import { openFinder } from './open-finder.ts';
import { openHousePage } from './open-house-page.ts';
import { openNotes } from './open-notes.ts';
import { openParty } from './open-party.ts';
import { openPlatform } from './open-platform.ts';
import { openProgramme, type ProgrammeServices } from './open-programme.ts';
import { openRecords } from './open-records.ts';
import { openTickets } from './open-tickets.ts';
import { openVenue, type VenueServices } from './open-venue.ts';
import { OperatorSession } from './operator-session.ts';
import { behindThePin } from './access.ts';
import { Lock } from '#main/operations/lock/lock.ts';
import { pinFileIn } from '#main/operations/lock/pin-file.ts';
import { DerivedSettings } from './derived-settings.ts';
import { lockTimingsSetOn, timingsSetOn } from './settings-in-force.ts';
import { createPlatformClock } from '#main/base/platform-clock.ts';
import { openVault } from '#main/base/vault/vault.ts';
import { DoorKey } from '#main/venue/door-key.ts';

/**
 * The composition root: creates all parts of the kiosk, each from those before it, and connects
 * them.
 */
export function createKiosk(ports: KioskPorts, options: KioskOptions): Kiosk {
  const { clock, logger, settingsFile, dataDirectory } = ports;
  const timings = options.timings ?? timingsSetOn(settingsFile);
  const vault = ports.vault ?? openVault(dataDirectory, ports.keyProtector, logger.scope('vault'));
  // Kept by what keeps the vault's key, and the same as long as that is.
  const doorKey = new DoorKey(vault.key('door'));
  const platformClock = createPlatformClock(clock, { onKnown: () => bookkeeping.correctTimes() });
  // Rehearsals must not count in the door's metrics.
  const metrics = options.rehearsal?.isOn ? undefined : ports.metrics?.countFor(platformClock);
  const common: CommonParts = { ports, vault, doorKey, platformClock };

  const sessionSlice: Slice<SessionSlice> = new Slice(() => ({
    baseUrl: connection.client?.baseUrl ?? null,
    current: operatorSession.session(),
    connection: breaker.state,
    leaving: life.leaving ?? (operatorSession.isUploading ? 'signing-out' : null),
    clockSkew: shownSkew(platformClock),
  }));
  const doorSlice: Slice<DoorSlice> = new Slice(() => ({
    selection: door.selection,
    looksUpOnly: entrance.lookUpMode.isOn,
    isWayOut: entrance.isWayOut(),
    help: help.view,
    sentTo: entrance.sentTo.counts(),
    notesToSee: noted.notesAtDoor.toSee,
    find: finder.state(),
    party: party.state(),
  }));
  const recordsSlice: Slice<RecordsSlice> = new Slice(() => ({
    uploads: uploader.state,
    discrepancies: records.discrepancies.count(),
    snapshot: snapshots.state(),
  }));
  const machineSlice: Slice<MachineSlice> = new Slice(() => {
    return {
      version: ports.version,
      kiosk: { id: doorKey.id, name: settingsFile.read().kioskName },
      fault: options.fault ?? keeper.fault,
      firstStart: firstStartOf(settingsFile, options),
      health: environment.state,
      lock: lock.state(),
      appWindow: ports.appWindow?.state() ?? NO_APP_WINDOW,
      update: ports.updates?.state ?? { type: 'none' },
      metrics: ports.metrics?.state ?? NO_METRICS,
      rehearsal: options.rehearsal?.isOn ?? false,
      demo: options.demo,
    };
  });

  const lock: Lock = new Lock({
    clock,
    file: ports.pinFile ?? pinFileIn(dataDirectory, vault),
    logger: logger.scope('lock'),
    timings: lockTimingsSetOn(settingsFile),
    onChange() {
      // What only staff may do ends with the lock: after a trial of the scanners tickets are checked again.
      if (!lock.isUnlocked) {
        if (entrance.scanners.areTried) entrance.scanners.try(false);
        if (door.isForGuests) entrance.lookUpMode.set(false);
        venue.houseDesk.onLocked();
      }
      machineSlice.changed();
    },
  });
  const platform = openPlatform({
    ...{ ...common, metrics, sessionSlice, machineSlice },
    onBarred(clientId) {
      if (door.selection?.clientId === clientId) door.onBarred();
    },
  });
  const tickets = openTickets({
    ...{ ...common, platform },
    programme: {
      isWhole: (clientId) => programme.isWhole(clientId),
      doorHours: (clientId, performanceId) => programme.doorHours(clientId, performanceId),
      onNow: (clientId, now, ahead) => programme.onNow(clientId, now, ahead),
      productionOf: (clientId, performanceId) => programme.productionOf(clientId, performanceId),
    },
    hasPin: () => lock.state().hasPin,
    lock: () => lock.lock(),
    isBusy: () => entrance.admission.waiting > 0,
    lacksAdmitted: () => unlisted.lacksAdmitted(),
    neighbours: { find: (...asked) => venue.neighbours.find(...asked) },
    onDoor: doorSlice.changed,
    onSnapshot: recordsSlice.changed,
  });
  const bookkeeping: Bookkeeping = openBookkeeping({
    ...{ ...common, platform, tickets },
    lookForNews: () => backgroundWork.follow(),
    onSettled(id) {
      venue.tellOutcome(id);
      recordsSlice.changedQuietly();
    },
    onTimeCorrected: (sequence) => venue.tellAgain(sequence),
    recall: (ledger) => entrance.sentTo.recall(ledger),
    onLedger: machineSlice.changed,
    onUploads: recordsSlice.changedQuietly,
  });
  const unlisted = new UnlistedAdmissions({
    ...{ keeper: bookkeeping.keeper, snapshots: tickets.snapshots, platformClock },
    scopeNow: tickets.scopeNow,
  });
  const venue: VenueServices = openVenue({
    ...{ ...common, options, bookkeeping, platform, tickets },
    noted: () => noted.notes,
    isUnlocked: () => lock.isUnlocked,
  });
  const { housePage } = openHousePage({ ...common, options, venue });
  const { outputs, outputDesk, outputsSlice } = openOutputs({
    ...common,
    options,
    broker: venue.broker,
  });
  const noted = openNotes({ ...common, tickets, venue, onChange: doorSlice.changed });
  const help = new HelpCall({
    clock,
    isForGuests: () => door.isForGuests,
    isOffered() {
      const isWanted = settingsFile.read().helpOffered && door.isForGuests;
      const { status, doors } = venue.view();
      const isHeardInTheHouse = status === 'joined' && doors > 0;
      return isWanted && door.selection !== null && (isHeardInTheHouse || outputs.reachFor('help'));
    },
    onAsked: (call) => outputs.callForHelp(call, () => help.view.askedAt === call),
    onChange: doorSlice.changed,
  });
  const repeats = new Repeats(platformClock);
  const entrance: Entrance = openEntrance({
    ...{ ...common, ...ports, ...tickets, timings },
    platform: platform.platformAtDoor,
    ledger: bookkeeping.admissionLedger,
    lookUpPeerEvents: venue.lookUpPeerEvents,
    publishQuestion: (question) => venue.publishQuestion(question),
    hold: venue.hold,
    fullAt: venue.fullAt,
    newId: () => doorKey.newId(),
    mayOpenAgain: (entryId, readAt) => outputs.mayOpenAgain(entryId, readAt),
    notesAbout: (about) => noted.notesAtDoor.about(about),
    joinBy: (code) => venue.houseDesk.joining.hear(code),
    performanceOf: (performanceId) => programme.performanceOf(performanceId),
    isOutOfOrder: options.fault !== null,
    takesGuests: () => life.mayScan && !operatorSession.isEnding && keeper.fault === null,
    onWayOut: () => outputs.letOut(),
    onDoor: doorSlice.changed,
  });
  const entrancesDesk = new EntrancesDesk({
    workerEntry: ports.workers.tickets,
    snapshot: tickets.usableSnapshot,
  });
  const finder = openFinder({
    ...{ ...common, tickets, bookkeeping, entrance, lock, venue },
    onChange: doorSlice.changed,
  });
  const party = openParty({
    ...{ ...common, timings, tickets, bookkeeping, entrance, lock, venue },
    onChange: doorSlice.changed,
  });
  const { programme, onOffered, programmeSlice }: ProgrammeServices = openProgramme({
    ...common,
    ...{ options, platform, tickets, entrance },
  });
  const records = openRecords({
    ...common,
    ...{ options, bookkeeping, tickets, repeats, lock, venue, entrance },
    state: () => published.state(),
  });

  const { connection, session, breaker, environment } = platform;
  const { door, offered, snapshots } = tickets;
  const { keeper, uploader } = bookkeeping;
  const { scanners, admission, display } = entrance;

  followVerdicts({
    ...{ clock, entrance, metrics, outputs, party, repeats, uploader, snapshots },
    onSentTo: doorSlice.changed,
  });

  const closing = new Closing({ clock, timings, admission, uploader, snapshots });
  const operatorSession = new OperatorSession({
    ...{ session, connection, door, offered },
    lastVerdicts: () => closing.lastVerdicts(),
    whenHouseKnown: () => venue.whenKnown(),
    drain: (limit) => uploader.drain(limit),
    onOffered: () => uploader.wake(),
    onClosed() {
      entrance.clear();
      party.leave();
      help.end();
    },
    onChange: sessionSlice.changed,
  });
  const life = new KioskLife({
    ...{
      connection,
      session,
      operatorSession,
      breaker,
      environment,
      keeper,
      snapshots,
      scanners,
      programme,
    },
    ...{ finder, party, closing, venue, outputs, logger },
    notes: noted.notes,
    baseUrl: () => options.baseUrl ?? settingsFile.read().server,
    isWayOut: entrance.isWayOut,
    isOutOfOrder: options.fault !== null,
    onChange: sessionSlice.changed,
  });
  const backgroundWork = new BackgroundWork({
    ...{ snapshots, uploader },
    isReachable: () => breaker.reachable,
    credentials: () => session.credentials(),
    wantedTickets: tickets.wanted,
  });
  const derivedSettings = new DerivedSettings(settingsFile);
  const unfollowHost = [
    ports.appWindow?.onChange(machineSlice.changed),
    ports.updates?.listen(machineSlice.changed),
    ports.metrics?.onChange(machineSlice.changed),
  ];

  const slices = {
    verdict: entrance.verdictSlice,
    session: sessionSlice,
    door: doorSlice,
    scanners: entrance.scannersSlice,
    records: recordsSlice,
    peers: venue.peersSlice,
    outputs: outputsSlice,
    programme: programmeSlice,
    machine: machineSlice,
    settings: derivedSettings.slice,
  };
  // Which tickets there should be a snapshot of depends on the session and the door.
  for (const slice of [sessionSlice, doorSlice, machineSlice])
    slice.onChange(recordsSlice.changedQuietly);
  // Whether a guest's call for help reaches somebody depends on these.
  for (const slice of [slices.peers, outputsSlice]) slice.onChange(doorSlice.changedQuietly);
  derivedSettings.slice.onChange(() => {
    for (const slice of Object.values(slices)) if (slice !== derivedSettings.slice) slice.changed();
  });
  const published = new StatePublisher(slices, clock);
  for (const follower of [unlisted, finder, party, programme, backgroundWork, venue, entrance]) {
    published.follow((now) => follower.follow(now));
  }

  /** All parts that calls use. */
  const services = {
    ...platform,
    ...tickets,
    ...bookkeeping,
    ...entrance,
    ...records,
    ...noted,
    ...{ platformClock, lock, venue, finder, programme, operatorSession, life },
    housePage,
    ...{ outputs, outputDesk, party, help },
  };

  return {
    handlers: createKioskHandlers({
      ...ports,
      ...services,
      ...{ onOffered, entrancesDesk },
      state: () => published.whole(),
      startedAs: options,
      rehearsal: options.rehearsal,
      logger: logger.scope('calls'),
      onChange() {
        sessionSlice.changed();
        recordsSlice.changed();
      },
    }),
    mayCall: behindThePin(lock, {
      // Where guests stand alone before a door that did not open again, it is as if it were open.
      isOpen: () => door.selection !== null || door.isForGuests,
      isGuests: () => door.selection !== null && door.isForGuests,
      isSignedIn: () => session.state().status === 'signed-in',
      isOutOfOrder: () => (options.fault ?? keeper.fault) !== null,
    }),
    state: () => published.state(),
    whole: () => published.whole(),
    onState: (listener) => published.listen(listener),
    async start() {
      await life.start();
      if (options.fault !== null) logger.error('not started', { fault: options.fault.type });
      else logger.info('started', { version: ports.version, keys: vault.keeper });
    },
    resume() {
      // One that is ending must not open devices again.
      if (!life.mayScan) return;
      if (options.fault !== null) {
        // Of a kiosk with a fault only a way out was started.
        if (entrance.isWayOut()) scanners.resume();
        return;
      }
      logger.info('awake again');
      scanners.resume();
      session.checkNow();
      void breaker.tryNow();
    },
    page: {
      noteSeen: (at) => display.noteSeen(at),
      noteBack: (awayAt) => display.showAgain(awayAt),
    },
    async suspend(why) {
      for (const unfollow of unfollowHost) unfollow?.();
      try {
        await life.suspend(why);
      } finally {
        derivedSettings.stop();
      }
    },
    stop: () => life.stop(),
  };
}
