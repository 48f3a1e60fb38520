import type { KioskState } from '#shared/model/kiosk-state.ts';
import { mayBeAsked } from '#shared/plain-http.ts';
import { ok } from '#shared/result.ts';
import { join } from 'node:path';
import { createAdmissionBook } from './admission-book.ts';
import { Admission } from './admission/admission.ts';
import type { Opening } from './admission/opening.ts';
import { VerdictDisplay } from './admission/verdict-display.ts';
import { BackgroundWork } from './background-work.ts';
import { createTicketCache } from './cache/ticket-cache.ts';
import { Changes } from './changes.ts';
import { Closing } from './closing.ts';
import { copyReader, usableCopy } from './copy-reader.ts';
import { countEvening } from './counters.ts';
import { Door } from './door/door.ts';
import { LookUpMode } from './door/look-up-mode.ts';
import { Offered } from './door/offered.ts';
import { filterOf } from './door/selection-rules.ts';
import { Finder } from './find/finder.ts';
import { standingHere } from './find/standing.ts';
import { Surroundings } from './health/surroundings.ts';
import { createKioskHandlers } from './kiosk-handlers.ts';
import { KioskLife } from './kiosk-life.ts';
import type { Kiosk, KioskOptions, KioskPorts } from './kiosk-ports.ts';
import { readState } from './kiosk-state.ts';
import type { House as LedgerHouse } from './ledger/entry.ts';
import { guarded } from './ledger/fault.ts';
import { LedgerKeeper } from './ledger/keeper.ts';
import { openLedger } from './ledger/open-ledger.ts';
import { behindThePin } from './lock/behind-the-pin.ts';
import { Lock } from './lock/lock.ts';
import { pinFileIn } from './lock/pin-file.ts';
import { PlatformLink } from './platform-link.ts';
import type { House } from './programme/copy/house.ts';
import { houseOf } from './programme/house-of.ts';
import { Programme } from './programme/programme.ts';
import { openRecords } from './records.ts';
import { Scanners } from './scanners/scanners.ts';
import { lockTimingsSetOn, timingsSetOn, zoneInUse } from './settings/operator.ts';
import { Shift } from './shift.ts';
import { Breaker } from './sync/breaker.ts';
import { createPlatformClock } from './sync/platform-clock.ts';
import { Uploader } from './sync/upload.ts';
import { sealedSessionStore } from './ticketing/sealed-session-store.ts';
import { Session } from './ticketing/session.ts';
import { UnsureTimes } from './unsure-times.ts';
import { createUploadDesk } from './upload-desk.ts';
import { uploadSession } from './upload-session.ts';
import { wantedTickets } from './wanted-tickets.ts';
import { sealedBy } from './vault/sealed-file.ts';
import { openVault } from './vault/vault.ts';

/** Puts the kiosk together. Services know nothing of each other: this is where they meet. */
export function createKiosk(ports: KioskPorts, options: KioskOptions): Kiosk {
  const { clock, logger, settingsFile, dataDirectory } = ports;
  const timings = options.timings ?? timingsSetOn(settingsFile);
  const changes = new Changes(state);

  const vault = ports.vault ?? openVault(dataDirectory, ports.keyProtector, logger.scope('vault'));
  const lock: Lock = new Lock({
    file: ports.pinFile ?? pinFileIn(dataDirectory, vault),
    clock,
    logger: logger.scope('lock'),
    timings: lockTimingsSetOn(settingsFile),
    onChange() {
      // Whoever tried the scanners has gone: tickets are checked again.
      if (!lock.isUnlocked && scanners.areTried) scanners.try(false);
      changes.note();
    },
  });
  const unsure = new UnsureTimes();
  const platformClock = createPlatformClock(clock, {
    onKnown() {
      const { ledger } = keeper;
      if (ledger === null) return;
      const times = unsure.corrected(ledger, (readAt) => platformClock.at(readAt));
      keeper.owe((current) => (current === ledger ? ledger.correctTimes(times) : ok()));
    },
  });
  // What is rehearsed is no number of the door's.
  const numbers = options.rehearsal?.isOn ? undefined : ports.metrics?.countFor(platformClock);
  const breaker = new Breaker({
    clock,
    probe: (timeLimit) => link.probe(timeLimit),
    onChange: changes.note,
  });
  const ledgerPath = join(dataDirectory, 'ledger.db');
  const keeper: LedgerKeeper = new LedgerKeeper({
    path: ledgerPath,
    open: () =>
      openLedger({ path: ledgerPath, vault, kioskId: settingsFile.read().kioskId, clock }),
    clock,
    logger: logger.scope('ledger'),
    beforeClose: () => uploader.stop(),
    onReady() {
      const newest = keeper.use((ledger) => guarded(() => ledger.newestTime()));
      if (newest.ok && newest.value !== null) platformClock.notBefore(newest.value);
      uploader.start();
    },
    onChange: changes.note,
  });

  const session: Session = new Session({
    client: () => link.client,
    formerClient: (baseUrl) =>
      mayBeAsked(baseUrl, settingsFile.read().plainHttpHost) ? link.former(baseUrl) : null,
    clock,
    platformClock,
    store: sealedSessionStore(sealedBy(vault, join(dataDirectory, 'session.sealed'), 'session')),
    logger: logger.scope('session'),
    onChange: changes.note,
  });
  const link: PlatformLink = new PlatformLink({
    fetch: ports.fetch,
    clock,
    logger: logger.scope('platform'),
    platformClock,
    breaker,
    session,
    onRoundTrip(took) {
      surroundings.noteRoundTrip(took);
      numbers?.noteRoundTrip(took);
    },
    onConnect: () => surroundings.forgetPlatform(),
  });
  const surroundings = new Surroundings({
    clock,
    logger: logger.scope('health'),
    folder: dataDirectory,
    vault,
    keyStore: ports.keyProtector.store ?? null,
    breaker,
    probe: (timeLimit) => link.probe(timeLimit),
    onChange: changes.note,
  });
  const uploader: Uploader = new Uploader({
    queue: createUploadDesk(keeper),
    clock,
    platformClock,
    session: () => uploadSession({ link, session, breaker, offered, settingsFile }),
    logger: logger.scope('upload'),
    onChange: changes.note,
  });

  const door = new Door(settingsFile, changes.note);
  const offered = new Offered(
    sealedBy(vault, join(dataDirectory, 'offered.sealed'), 'offered'),
    logger.scope('door'),
  );
  const cache = createTicketCache({
    directory: join(dataDirectory, 'snapshots'),
    vault,
    clock,
    logger,
    platformNow: () => platformClock.now(),
    workerEntry: ports.workers.snapshot,
    scope: () => wantedTickets({ link, door, session, settingsFile }),
    download: (filter, signal) => link.download(filter, signal),
    onEnvelope: (envelope) => link.noteEnvelope(envelope),
    onChange: changes.note,
  });
  const lookUp = copyReader({ cache, offered, platformClock });
  const book = createAdmissionBook({
    keeper,
    platformClock,
    onRecorded(sequence, readAt) {
      if (!platformClock.isKnown()) unsure.note({ ledger: keeper.ledger, sequence, readAt });
    },
  });
  const display = new VerdictDisplay({ clock, timings, onChange: changes.note });
  const admission: Admission = new Admission({
    platform: {
      obstacle: () => link.obstacle(),
      ask: (opening, code) => link.askAboutTicket(opening, code),
      noteOverdue: () => breaker.noteInVain('timeout'),
    },
    lookUp,
    venueOf: (performanceId) => programme.venueOf(performanceId),
    patronDetails: () => settingsFile.read().patronDetails,
    book,
    clock,
    platformClock,
    timings,
    logger: logger.scope('admission'),
    onVerdict(verdict, readAt) {
      numbers?.noteVerdict(verdict, clock.steady() - readAt);
      // Behind a closed door stands nobody whom it would be about.
      if (door.selection !== null) display.show(verdict, readAt);
    },
    onWaiting: changes.note,
    onQueued: () => uploader.noteQueued(),
  });
  const lookUpMode = new LookUpMode({
    clock,
    onChange() {
      admission.forgetRecent();
      scanners.forgetRecent();
      changes.note();
    },
  });
  const scanners = new Scanners({
    ...ports,
    logger: logger.scope('scanners'),
    repeatWindow: () => timings.repeatWindow,
    enter(scan, readAt) {
      const opening = openingNow();
      const lets = life.mayScan && keeper.fault === null && !shift.isEnding;
      if (opening === null || !lets) return false;
      admission.take(scan, opening, readAt, lookUpMode.isOn ? 'look-up' : 'admit');
      lookUpMode.touch();
      return true;
    },
    onChange: changes.note,
  });
  const finder = new Finder({
    workerEntry: ports.workers.search,
    clock,
    lock: () => lock.state(),
    snapshot() {
      const opening = openingNow();
      const isUsable = opening !== null && usableCopy({ cache, platformClock }, opening.filter);
      return isUsable ? cache.file() : null;
    },
    standing(ticket) {
      const opening = openingNow();
      if (opening === null) return ok({ type: 'not-known' });
      return standingHere({ lookUp, book }, opening, ticket.barcode);
    },
    enter: (code) => scanners.chosenByHand(code),
    onChange: changes.note,
  });
  changes.listen(() => finder.follow());
  const closing = new Closing({ clock, timings, admission, uploader, cache });
  const shift = new Shift({
    session,
    link,
    door,
    offered,
    lastVerdicts: () => closing.lastVerdicts(),
    drain: (limit) => uploader.drain(limit),
    onOffered: () => uploader.wake(),
    onClosed() {
      lookUpMode.set(false);
      display.clear();
      admission.forgetRecent();
      scanners.forgetRecent();
    },
    onChange: changes.note,
  });
  let chosenFrom: House | null = null;
  const programme: Programme = new Programme({
    ...ports,
    logger: logger.scope('programme'),
    timings: options.programmeTimings,
    workerFile: ports.workers.programme,
    client: () => link.client,
    house: () =>
      houseOf({
        ...settingsFile.read(),
        server: link.client?.baseUrl ?? null,
        selection: door.selection,
        offered: chosenFrom,
      }),
    timeZone: () => zoneInUse(settingsFile),
    isBusy: () => admission.waiting > 0,
    onChange: changes.note,
  });
  changes.listen(() => programme.follow());
  const backgroundWork = new BackgroundWork({
    cache,
    uploader,
    isReachable: () => breaker.reachable,
    credentials: () => session.credentials(),
    wantedTickets: () => wantedTickets({ link, door, session, settingsFile }),
  });
  changes.listen(() => backgroundWork.follow());
  const records = openRecords({ ports, options, keeper, platformClock, lock, state });
  const life: KioskLife = new KioskLife({
    ...{ link, session, shift, breaker, surroundings, keeper, cache, scanners, programme },
    ...{ finder, closing },
    server: () => options.baseUrl ?? settingsFile.read().server,
    isOutOfOrder: options.fault !== null,
    logger,
    onChange: changes.note,
  });
  /** Whoever knows a part of the kiosk's state, or is asked for something by a call. */
  const services = {
    ...{ link, shift, life, breaker, door, admission, display, lookUpMode, scanners, uploader },
    ...{ cache, finder, platformClock, surroundings, keeper, lock, programme, ...records },
  };
  const handlers = createKioskHandlers({
    ...ports,
    ...services,
    rehearsal: options.rehearsal,
    counters: (hours) => countEvening({ keeper, cache, platformClock, house: openHouse }, hours),
    state,
    onOffered(clientId) {
      chosenFrom = link.client && { server: link.client.baseUrl, clientId };
      changes.note();
    },
    logger: logger.scope('calls'),
    onChange: changes.note,
  });

  const unfollowShell = ports.shell?.onChange(changes.note);
  const unfollowUpdates = ports.updates?.listen(changes.note);
  const unfollowMetrics = ports.metrics?.onChange(changes.note);

  /** What the door is open for; null while it is closed. */
  function openingNow(): Opening | null {
    const { client } = link;
    const { selection } = door;
    if (client === null || selection === null) return null;
    return { platform: client.baseUrl, filter: filterOf(selection) };
  }

  /** Whose tickets are scanned here. */
  function openHouse(): LedgerHouse | null {
    const opening = openingNow();
    return opening && { platform: opening.platform, clientId: opening.filter.clientId };
  }

  function state(): KioskState {
    return readState({ ports, options, ...services });
  }

  return {
    handlers,
    mayCall: behindThePin(lock, {
      isOpen: () => door.selection !== null,
      isSignedIn: () => session.state().status === 'signed-in',
      isOutOfOrder: () => (options.fault ?? keeper.fault) !== null,
    }),
    state,
    onState: (listener) => changes.listen(listener),
    async start() {
      await life.start();
      if (options.fault !== null) logger.error('not started', { fault: options.fault.type });
      else logger.info('started', { version: ports.version, keys: vault.protection });
    },
    resume() {
      // A kiosk with a fault was never started, and a device is opened by who reads it.
      if (options.fault !== null || !life.mayScan) return;
      logger.info('awake again');
      scanners.resume();
      session.checkNow();
      void breaker.tryNow();
    },
    page: {
      noteSeen: (at) => display.noteSeen(at),
      noteBack: (awayAt) => display.showAgain(awayAt),
    },
    rest(why) {
      unfollowShell?.();
      unfollowUpdates?.();
      unfollowMetrics?.();
      return life.rest(why);
    },
    stop: () => life.stop(),
  };
}
