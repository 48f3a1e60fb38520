import { Slice } from '#main/base/slice.ts';
import { join } from 'node:path';
import { withTimeout } from '#main/base/with-timeout.ts';
import { machineAddresses } from '#main/base/machine-addresses.ts';
import { sealedBy } from '#main/base/vault/sealed-file.ts';
import type { LookUpPeerEvents } from '#main/entrance/admission/gather-evidence.ts';
import type { QuestionUnderWay } from '#main/ledger/entry.ts';
import type { Notes } from '#main/entrance/notes/notes.ts';
import { NO_NOTES_ELSEWHERE, type NotesElsewhere } from '#main/entrance/notes/notes-elsewhere.ts';
import { NO_NEIGHBOURS, type Neighbours } from '#main/snapshot/neighbours.ts';
import type { BrokerAddress } from '#main/venue/link.ts';
import { isSameScope } from '#main/snapshot/same-scope.ts';
import { NO_EVENTS, Venue } from '#main/venue/venue.ts';
import { insideView } from '#main/venue/inside-view.ts';
import { houseView, type KnownPerformance } from '#main/venue/house-view.ts';
import { isHeld, NEVER_HELD, type HoldOrder } from '#shared/model/hold.ts';
import type { HouseView } from '#shared/model/house.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { InsideView, JudgedDoors, VenueView } from '#shared/model/venue.ts';
import { HouseDesk } from './house-desk.ts';
import { HouseMembership, type OwnMembership } from './house-membership.ts';
import type { CommonParts, KioskOptions } from './kiosk.ts';
import type { CameElsewhere } from '#main/operations/records/statistics.ts';
import { PlatformTimes } from './platform-times.ts';
import { reportOf } from './report-of.ts';
import { HouseNeighbours } from './neighbours.ts';
import type { Bookkeeping } from './open-bookkeeping.ts';
import type { PlatformServices } from './open-platform.ts';
import type { TicketServices } from './open-tickets.ts';

export interface VenueParts extends CommonParts {
  readonly options: Pick<KioskOptions, 'demo' | 'rehearsal'>;
  readonly bookkeeping: Pick<Bookkeeping, 'keeper' | 'uploader'>;
  readonly platform: Pick<PlatformServices, 'breaker' | 'connection' | 'session'>;
  readonly tickets: Pick<TicketServices, 'snapshots' | 'wanted' | 'isPlausible'>;
  /** What staff should know of guests, of which the doors tell each other. */
  readonly noted: () => Pick<Notes, 'shared' | 'noteEnded'>;
  readonly isUnlocked: () => boolean;
}

/** The other doors of the house. */
interface DoorOfHouse {
  /** Doors that may have a newer copy of the tickets. */
  readonly neighbours: Neighbours;
  readonly notes: NotesElsewhere;
  readonly lookUpPeerEvents: LookUpPeerEvents;
  readonly view: () => VenueView;
  /** The order that holds this door now; null: it is not held. */
  readonly hold: () => HoldOrder | null;
  /** How many the house holds, where it is full and nobody more is let in; else null. */
  readonly fullAt: () => number | null;
  /** Puts right by hand how many are inside. Returns false where that cannot be kept just now. */
  correctInside(by: number, why: string): boolean;
  /** Tells the others what has become of an entry of the ledger, by its place there. */
  tellAgain(sequence: number): void;
  /** Tells the others what has become of a scan whose answer was awaited, by its id. */
  tellOutcome(id: string): void;
  /** Tells the others that the platform is being asked. */
  publishQuestion(question: QuestionUnderWay): void;
  /** Holds all doors of the house, or lets them go on. Returns false where that cannot be kept just now. */
  orderHold(isHeld: boolean): boolean;
  /** Ends the hold at this door alone; in the same way. */
  endHoldHere(): boolean;
  /** Disregards doors at the whole venue, or trusts them at this kiosk; in the same way. */
  judgeDoors(judged: JudgedDoors, isDisregarded: boolean): boolean;
  start(): void;
  /** Resolves when this door knows again what it knew of the others before it was started, or soon in any case. */
  whenKnown(): Promise<void>;
  /** Called whenever something of the kiosk may have changed. */
  follow(state: KioskState): void;
  /** The house this evening; null while nothing is known of it. */
  look(): Promise<HouseView | null>;
  /** How many were let in at other doors since a platform time, by performance: as far as is known here. */
  cameElsewhere(since: number): Promise<readonly CameElsewhere[]>;
  /** @param isOff whether the kiosk ends, too: only then it lets nobody in any more */
  end(isOff: boolean): Promise<void>;
}

/** The other doors of the house, and how this kiosk comes to be one of them. */
export interface VenueServices extends Omit<DoorOfHouse, 'end'> {
  /** The broker of the house; null: this kiosk is alone. */
  readonly broker: () => BrokerAddress | null;
  readonly houseDesk: HouseDesk;
  readonly peersSlice: Slice<VenueView>;
  /** Called when the kiosk ends. */
  end(): Promise<void>;
}

/** How long people wait for what is known of other doors, in milliseconds. */
const LONGEST_LOOK = 2_000;

/** A kiosk that is alone, or only rehearses. */
const ALONE: DoorOfHouse = {
  neighbours: NO_NEIGHBOURS,
  notes: NO_NOTES_ELSEWHERE,
  lookUpPeerEvents: () => NO_EVENTS,
  view: () => ({
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
  }),
  hold: () => null,
  fullAt: () => null,
  correctInside: () => false,
  tellAgain: () => undefined,
  tellOutcome: () => undefined,
  publishQuestion: () => undefined,
  orderHold: () => false,
  endHoldHere: () => false,
  judgeDoors: () => false,
  start: () => undefined,
  whenKnown: () => Promise.resolve(),
  follow: () => undefined,
  look: () => Promise.resolve(null),
  cameElsewhere: () => Promise.resolve([]),
  end: () => Promise.resolve(),
};

/** Opens what this kiosk knows of the other doors of its house, if it is one of them. */
export function openVenue(parts: VenueParts): VenueServices {
  const { ports, vault, options } = parts;
  const peersSlice = new Slice(() => door.view());
  const { changed: onChange } = peersSlice;
  const { settingsFile, dataDirectory, clock } = ports;
  const logger = ports.logger.scope('venue');
  const membership = new HouseMembership({
    ...{ settingsFile, logger },
    file: sealedBy(vault, join(dataDirectory, 'house.sealed'), 'house'),
    canKeep: vault.keeper !== 'memory',
    isReal: options.demo === null && options.rehearsal?.isOn !== true,
  });
  let isStarted = false;
  let isEnding = false;
  /** How often the membership has changed. */
  let changes = 0;
  let door = openDoor();
  /** Resolves when all doors that this kiosk has been have closed. */
  let closed = Promise.resolve();
  const houseDesk = new HouseDesk({
    ...{ membership, clock, logger },
    isUnlocked: parts.isUnlocked,
    addresses: ports.addresses ?? machineAddresses,
    onChange() {
      const before = door;
      door = ALONE;
      changes += 1;
      const change = changes;
      closed = closed.then(async () => {
        await before.end(false);
        // A later change opens what is then to be opened, once.
        if (isEnding || change !== changes) return;
        door = openDoor();
        if (isStarted) door.start();
        onChange();
      });
      onChange();
    },
  });

  function openDoor(): DoorOfHouse {
    const own = membership.read();
    return own === null ? ALONE : openDoorOfHouse({ ...parts, onChange }, own);
  }

  return {
    houseDesk,
    peersSlice,
    neighbours: { find: (...asked) => door.neighbours.find(...asked) },
    notes: {
      all: () => door.notes.all(),
      markOf: (code) => door.notes.markOf(code),
      follow: () => door.notes.follow(),
      end: (notes) => door.notes.end(notes),
    },
    broker() {
      const own = membership.read();
      return own && { url: own.broker, user: own.user, password: own.password, ca: own.ca };
    },
    lookUpPeerEvents: (scope, code, ticketIds) => door.lookUpPeerEvents(scope, code, ticketIds),
    view: () => door.view(),
    hold: () => door.hold(),
    fullAt: () => door.fullAt(),
    correctInside: (by, why) => door.correctInside(by, why),
    tellAgain: (sequence) => door.tellAgain(sequence),
    tellOutcome: (id) => door.tellOutcome(id),
    publishQuestion: (question) => door.publishQuestion(question),
    orderHold: (on) => door.orderHold(on),
    endHoldHere: () => door.endHoldHere(),
    judgeDoors: (judged, isDisregarded) => door.judgeDoors(judged, isDisregarded),
    start() {
      isStarted = true;
      door.start();
    },
    whenKnown: () => door.whenKnown(),
    follow: (state) => door.follow(state),
    look: () => door.look(),
    cameElsewhere: (since) => door.cameElsewhere(since),
    async end() {
      isEnding = true;
      houseDesk.stop();
      await closed;
      await door.end(true);
    },
  };
}

function openDoorOfHouse(
  parts: VenueParts & { readonly onChange: () => void },
  { broker: url, user, password, ca, key, salt, brokerHere }: OwnMembership,
): DoorOfHouse {
  const { ports, platformClock, onChange } = parts;
  const { breaker, connection, session } = parts.platform;
  const { snapshots, wanted, isPlausible } = parts.tickets;
  const { settingsFile, clock, dataDirectory } = ports;
  const times = new PlatformTimes(() => platformClock.now() - clock.now());
  const performances = () => snapshots.performances();
  const venue = new Venue({
    ...{ clock, platformClock, onChange },
    logger: ports.logger.scope('venue'),
    setup: { broker: { url, user, password, ca }, passphrase: key, salt, brokerHere },
    workerEntry: ports.workers.house,
    path: join(dataDirectory, 'house.db'),
    key: parts.doorKey,
    name: () => settingsFile.read().kioskName,
    ledger: () => parts.bookkeeping.keeper.ledger,
    ownNotes: () => parts.noted().shared(),
    onNotesEnded: (ids) => parts.noted().noteEnded(ids),
    onOrphans(ids) {
      const { keeper } = parts.bookkeeping;
      for (const id of ids)
        keeper.deferWrite((ledger) => {
          const queued = ledger.queueReturn(id, platformClock.now());
          if (queued.ok && queued.value !== null) venue.tellAgain(queued.value);
          return queued;
        });
      parts.bookkeeping.uploader.noteQueued();
    },
    startOf: (performanceId) =>
      performances().find((each) => each.performanceId === performanceId)?.performanceStart ?? null,
    copies: {
      held: () => snapshots.held(),
      lend: (asked) => snapshots.lend(asked),
      onNews: () => void wakeForNews(),
    },
  });
  const neighbours = new HouseNeighbours({
    ...{ venue, clock },
    canDownload: () =>
      connection.client !== null && session.credentials() !== null && breaker.reachable,
    showsPatrons: () => settingsFile.read().patronDetails.length > 0,
  });

  /** Takes a copy over as soon as there is one where this kiosk has none, or could not get it. */
  async function wakeForNews(): Promise<void> {
    const { tickets, problem } = snapshots.state();
    const scope = wanted();
    if (scope === null || (tickets !== null && problem === null)) return;
    const own = snapshots.held().find((each) => isSameScope(each, scope)) ?? null;
    if (await neighbours.hasNewer(scope, own)) await snapshots.wake(false);
  }

  /** The performances that are plausible now, by what this kiosk's copy has of them. */
  const startsOnNow = (): readonly number[] =>
    performances()
      .filter(isPlausible)
      .map(({ performanceId }) => performanceId);

  function insideNow(): InsideView | null {
    const { inside } = venue;
    if (inside === null) return null;
    return insideView(inside, {
      isPlausible: onNowAmong(inside.performances),
      isAtLeast: venue.state.trouble !== null || venue.state.silent > 0,
      capacity: settingsFile.read().capacity,
    });
  }

  /**
   * Which of these performances are on now: looked for once, because the kiosk's copy may have thousands. What it
   * knows no start of counts: it was let in this evening.
   */
  function onNowAmong(
    asked: readonly { readonly performanceId: number | null }[],
  ): (performanceId: number | null) => boolean {
    const ids = new Set(asked.map(({ performanceId }) => performanceId));
    const known = ids.size === 0 ? [] : performances().filter((one) => ids.has(one.performanceId));
    const isOver = known.filter((each) => each.performanceStart !== null && !isPlausible(each));
    const over = new Set<number | null>(isOver.map(({ performanceId }) => performanceId));
    return (performanceId) => !over.has(performanceId);
  }

  let wasJoined = false;
  return {
    neighbours,
    notes: venue.notes,
    lookUpPeerEvents: ({ baseUrl, filter }, code, ticketIds) =>
      venue.events({ baseUrl, clientId: filter.clientId }, code, ticketIds),
    view() {
      const { trouble, doors, refused, hold, calls, doubted } = venue.state;
      wasJoined ||= trouble === null;
      const away = wasJoined ? 'lost' : 'joining';
      return {
        status: trouble === null ? 'joined' : away,
        doors: doors.length,
        trouble: trouble === 'connecting' ? null : trouble,
        refused: refused.foreign + refused.repeated + refused.large + refused.malformed,
        overQuota: refused.overQuota,
        oddTimes: refused.oddTimes,
        ...{ hold, calls, doubted },
        inside: insideNow(),
      };
    },
    fullAt() {
      const { capacity, capacityStops } = settingsFile.read();
      if (capacity === null || !capacityStops) return null;
      const inside = insideNow();
      const isFull = inside !== null && !inside.isAtLeast && inside.count >= capacity;
      return isFull ? capacity : null;
    },
    correctInside(by, why) {
      const [one, ...others] = startsOnNow();
      const performanceId = one !== undefined && others.length === 0 ? one : null;
      return venue.correct({ by, why, performanceId });
    },
    tellAgain: (sequence) => venue.tellAgain(sequence),
    tellOutcome: (id) => venue.tellOutcome(id),
    publishQuestion: (question) => venue.publishQuestion(question),
    hold: () => (isHeld(venue.state.hold) ? venue.state.hold.order : null),
    orderHold: (held) => venue.orderHold(held),
    endHoldHere: () => venue.endHoldHere(),
    judgeDoors: (judged, isDisregarded) => venue.judgeDoors(judged, isDisregarded),
    start: () => void venue.start(),
    whenKnown: () => venue.whenKnown(),
    follow(state) {
      venue.follow();
      venue.report(reportOf(state, times));
    },
    async look() {
      const seen = await venue.look();
      const known = performances().map(
        ({ performanceId, productionName, performanceStart: start, sold }): KnownPerformance => ({
          ...{ performanceId, name: productionName || null, start, sold },
        }),
      );
      return seen && { ...houseView(seen, platformClock.now(), known), inside: insideNow() };
    },
    async cameElsewhere(since) {
      const seen = await withTimeout(clock, LONGEST_LOOK, venue.look(since), null);
      return (seen?.figures.since ?? []).filter(({ kioskId }) => kioskId !== parts.doorKey.id);
    },
    end: (isOff) => venue.end(isOff),
  };
}
