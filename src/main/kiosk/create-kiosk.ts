import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { CommonParts, Kiosk, KioskOptions, KioskPorts } from './kiosk.ts';
import { BackgroundWork } from './background-work.ts';
import { Changes } from './changes.ts';
import { Closing } from './closing.ts';
import { createKioskHandlers } from './kiosk-handlers.ts';
import { KioskLife } from './kiosk-life.ts';
import { readState } from './kiosk-state.ts';
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

/**
 * The composition root: creates all parts of the kiosk, each from those before it, and connects
 * them.
 */
export function createKiosk(ports: KioskPorts, options: KioskOptions): Kiosk {
  const { clock, logger, settingsFile, dataDirectory } = ports;
  const timings = options.timings ?? timingsSetOn(settingsFile);
  const vault = ports.vault ?? openVault(dataDirectory, ports.keyProtector, logger.scope('vault'));
  const changes = new Changes(state);
  const platformClock = createPlatformClock(clock, { onKnown: () => bookkeeping.correctTimes() });
  // Rehearsals must not count in the door's metrics.
  const metrics = options.rehearsal?.isOn ? undefined : ports.metrics?.countFor(platformClock);
  const common: CommonParts = { ports, vault, platformClock, onChange: changes.note };

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
      changes.note();
    },
  });
  const platform = openPlatform({
    ...{ ...common, metrics },
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
  });
  const bookkeeping: Bookkeeping = openBookkeeping({
    ...{ ...common, platform, tickets },
    lookForNews: () => backgroundWork.follow(),
    onSettled: (id) => venue.tellOutcome(id),
    onTimeCorrected: (sequence) => venue.tellAgain(sequence),
    recall: (ledger) => entrance.sentTo.recall(ledger),
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
  const { outputs, outputDesk } = openOutputs({ ...common, options, broker: venue.broker });
  const noted = openNotes({ ...common, tickets, venue });
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
    onChange: changes.note,
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
    mayOpenAgain: (entryId, readAt) => outputs.mayOpenAgain(entryId, readAt),
    notesAbout: (about) => noted.notesAtDoor.about(about),
    joinBy: (code) => venue.houseDesk.joining.hear(code),
    performanceOf: (performanceId) => programme.performanceOf(performanceId),
    isOutOfOrder: options.fault !== null,
    takesGuests: () => life.mayScan && !operatorSession.isEnding && keeper.fault === null,
    onVerdict(verdict, took) {
      metrics?.noteVerdict(verdict, took);
      outputs.follow(verdict);
      party.note(verdict);
    },
    onWayOut: () => outputs.letOut(),
    onRepeat: ({ baseUrl, filter }) => repeats.note({ baseUrl, clientId: filter.clientId }),
    onQueued: () => uploader.noteQueued(),
    onShown: changes.noteAtOnce,
  });
  const entrancesDesk = new EntrancesDesk({
    workerEntry: ports.workers.entrances,
    snapshot: tickets.usableSnapshot,
  });
  const finder = openFinder({ ...common, tickets, bookkeeping, entrance, lock, venue });
  const party = openParty({ ...common, timings, tickets, bookkeeping, entrance, lock, venue });
  const { programme, onOffered }: ProgrammeServices = openProgramme({
    ...common,
    ...{ options, platform, tickets, entrance },
  });
  const records = openRecords({
    ...common,
    ...{ options, bookkeeping, tickets, repeats, lock, state, venue, entrance },
  });

  const { connection, session, breaker, environment } = platform;
  const { door, offered, snapshots } = tickets;
  const { keeper, uploader } = bookkeeping;
  const { scanners, admission, display } = entrance;

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
    onChange: changes.note,
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
    onChange: changes.note,
  });
  const backgroundWork = new BackgroundWork({
    ...{ snapshots, uploader },
    isReachable: () => breaker.reachable,
    credentials: () => session.credentials(),
    wantedTickets: tickets.wanted,
  });
  for (const follower of [unlisted, finder, party, programme, backgroundWork, venue, entrance]) {
    changes.follow((now) => follower.follow(now));
  }
  const derivedSettings = new DerivedSettings(settingsFile, changes.note);
  const unfollowHost = [
    ports.appWindow?.onChange(changes.note),
    ports.updates?.listen(changes.note),
    ports.metrics?.onChange(changes.note),
  ];

  /** All parts that the kiosk's state is read from, or that calls use. */
  const services = {
    ...platform,
    ...tickets,
    ...bookkeeping,
    ...entrance,
    ...records,
    ...noted,
    ...{ derivedSettings, platformClock, lock, venue, finder, programme, operatorSession, life },
    housePage,
    ...{ outputs, outputDesk, party, help },
  };
  function state(): KioskState {
    return readState({ ports, options, ...services });
  }

  return {
    handlers: createKioskHandlers({
      ...ports,
      ...services,
      ...{ onOffered, state, entrancesDesk },
      startedAs: options,
      rehearsal: options.rehearsal,
      logger: logger.scope('calls'),
      onChange: changes.note,
    }),
    mayCall: behindThePin(lock, {
      // Where guests stand alone before a door that did not open again, it is as if it were open.
      isOpen: () => door.selection !== null || door.isForGuests,
      isGuests: () => door.selection !== null && door.isForGuests,
      isSignedIn: () => session.state().status === 'signed-in',
      isOutOfOrder: () => (options.fault ?? keeper.fault) !== null,
    }),
    state,
    onState: (listener) => changes.listen(listener),
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
