import type { KioskState } from '#shared/model/kiosk-state.ts';
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
import { Discrepancies } from './discrepancies.ts';
import { Door } from './door/door.ts';
import { LookUpMode } from './door/look-up-mode.ts';
import { Offered } from './door/offered.ts';
import { filterOf } from './door/selection-rules.ts';
import { Finder } from './find/finder.ts';
import { standingHere } from './find/standing.ts';
import { History } from './history.ts';
import { Surroundings } from './health/surroundings.ts';
import { createKioskHandlers } from './kiosk-handlers.ts';
import type { Kiosk, KioskOptions, KioskPorts } from './kiosk-ports.ts';
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
import { Scanners } from './scanners/scanners.ts';
import { logoMark, lockTimingsSetOn, operatorSettings, timingsSetOn } from './settings/operator.ts';
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
import { sealedFile } from './vault/sealed-file.ts';
import { openVault } from './vault/vault.ts';

/** A clock that is wrong by more is worth a technician's while, in milliseconds. */
const SKEW_SHOWN = 2 * 60_000;

/** Puts the kiosk together. Services know nothing of each other: this is where they meet. */
export function createKiosk(ports: KioskPorts, options: KioskOptions): Kiosk {
  const { clock, logger, settingsFile, dataDirectory } = ports;
  const timings = options.timings ?? timingsSetOn(settingsFile);
  const changes = new Changes(state);
  let mayScan = true;
  let isLeaving: 'switching' | 'closing' | null = null;
  const isRehearsal = options.rehearsal?.isOn ?? false;
  let resting: Promise<void> | null = null;
  let scannersClosed: Promise<void> = Promise.resolve();

  const vault = openVault(dataDirectory, ports.keyProtector, logger.scope('vault'));
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
    clock,
    platformClock,
    store: sealedSessionStore(
      sealedFile(join(dataDirectory, 'session.sealed'), vault.key('session')),
    ),
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
    onRoundTrip: (took) => surroundings.noteRoundTrip(took),
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
    sealedFile(join(dataDirectory, 'offered.sealed'), vault.key('offered')),
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
      const lets = mayScan && keeper.fault === null && !shift.isEnding;
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
    enter: (code) => scanners.typedByHand(code),
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
    timeZone,
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
  const exports = {
    folder: ports.exportFolder,
    ofKiosk() {
      const { kioskName, patronDetails } = settingsFile.read();
      // In the file's name, and in every line: it must never pass for what happened at the door.
      return {
        kioskName: isRehearsal ? `${kioskName} (rehearsal)` : kioskName,
        timeZone: timeZone(),
        showsNames: patronDetails.includes('name'),
      };
    },
  };
  const discrepancies = new Discrepancies(keeper, platformClock, exports);
  const history = new History(keeper, platformClock, exports, () => {
    const { hasPin, isUnlocked } = lock.state();
    // Without a PIN, whoever looks may be anybody.
    return hasPin && isUnlocked;
  });
  const handlers = createKioskHandlers({
    ...ports,
    cache,
    discrepancies,
    history,
    keeper,
    link,
    shift,
    door,
    scanners,
    lookUpMode,
    finder,
    lock,
    programme,
    surroundings,
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

  /** How far the platform's clock is ahead of this machine's, if that matters. */
  function clockSkew(): number | null {
    const skew = platformClock.skew();
    return skew === null || Math.abs(skew) < SKEW_SHOWN ? null : -Math.round(skew / 1000) * 1000;
  }

  function leaving(): KioskState['leaving'] {
    return isLeaving ?? (shift.isUploading ? 'signing-out' : null);
  }

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

  function timeZone(): string {
    return settingsFile.read().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  }

  function state(): KioskState {
    const { kioskId, kioskName, volume, idleBoardAfter } = settingsFile.read();
    return {
      version: ports.version,
      kiosk: { id: kioskId, name: kioskName },
      fault: options.fault ?? keeper.fault,
      server: link.client?.baseUrl ?? null,
      session: shift.session(),
      connection: breaker.state,
      selection: door.selection,
      waiting: admission.waiting,
      scanners: scanners.state(),
      looksUpOnly: lookUpMode.isOn,
      uploads: uploader.state,
      discrepancies: discrepancies.count(),
      snapshot: cache.state(),
      find: finder.state(),
      clockSkew: clockSkew(),
      health: surroundings.state,
      leaving: leaving(),
      verdict: display.current,
      lastVerdict: display.last,
      settings: operatorSettings(settingsFile),
      venueLogo: logoMark(settingsFile),
      lock: lock.state(),
      managed: settingsFile.managed,
      managedBy: settingsFile.managedBy,
      timeZone: timeZone(),
      volume,
      programme: programme.state(),
      idleBoardAfter,
      rehearsal: isRehearsal,
      demo: options.demo,
    };
  }

  /** Who has scanned gets a verdict, nobody else is let in, and nothing looks after itself any more. */
  async function leave(why: 'switching' | 'closing'): Promise<void> {
    mayScan = false;
    scannersClosed = scanners.stop();
    await closing.lastVerdicts();
    isLeaving = why;
    changes.note();
    breaker.stop();
    surroundings.stop();
  }

  /** Lets go of threads, devices and files, while `others` end. */
  async function letGo(...others: readonly Promise<void>[]): Promise<void> {
    await Promise.all([closing.lastSnapshot(), programme.stop(), scannersClosed, ...others]);
    await keeper.close();
  }

  async function comeToRest(): Promise<void> {
    await leave('switching');
    await session.rest();
    shift.close();
    link.connect(null);
    await letGo();
    logger.info('at rest');
  }

  return {
    handlers,
    mayCall: behindThePin(lock, () => door.selection !== null),
    state,
    onState: (listener) => changes.listen(listener),
    async start() {
      if (options.fault !== null) {
        // Which platform is meant may be what nobody knows, so none is asked, and nothing is changed.
        logger.error('not started', { fault: options.fault.type });
        return;
      }
      link.connect(options.baseUrl ?? settingsFile.read().server);
      surroundings.start();
      keeper.start();
      cache.start();
      scanners.start();
      programme.follow();
      await shift.resume();
      logger.info('started', { version: ports.version, keys: vault.protection });
    },
    resume: () => scanners.resume(),
    rest() {
      resting ??= comeToRest();
      return resting;
    },
    async stop() {
      if (resting !== null) {
        await Promise.all([resting, session.stop()]);
        return;
      }
      await leave('closing');
      const stay = await closing.lastUploads();
      // A stored session is for a start without the fault.
      const sessionEnded = options.fault === null ? session.stop() : Promise.resolve();
      await letGo(closing.isRead(stay), sessionEnded);
      logger.info('stopped', { scansThatStay: stay });
    },
  };
}
