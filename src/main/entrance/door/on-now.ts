import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { DoorHours, PlayingPerformance } from '#main/platform/programme/playing.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import { LONGEST_PERFORMANCE } from '#shared/model/programme.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { wallAt } from '#shared/zone-time.ts';
import type { ScanningClient } from '#shared/api/filter-options.ts';
import { isFor } from '#main/entrance/admission/absence.ts';
import type { Selection } from '#shared/model/selection.ts';
import type { Offered } from './offered.ts';
import { filterOf } from './selection-rules.ts';

/**
 * How long before its start a performance may be scanned, in milliseconds, unless a caller says
 * otherwise.
 */
const BEFORE = 4 * HOUR;
/** Longer than any programme reaches ahead, in milliseconds. */
const FOREVER = 10 * 366 * DAY;
/** How long an offer of the platform proves that a performance may be scanned, in milliseconds. */
const OFFER_HOLDS = 15 * MINUTE;

/** The programme of future events, as far as it tells what is on. */
export interface ProgrammeNow {
  /**
   * Whether the programme is complete and recent, so that a performance that is not in it is not
   * on.
   */
  isWhole(clientId: number): boolean;
  /**
   * When the doors of an all-day event are open, as wall times; null for any other performance, and for
   * one that the programme does not contain.
   */
  doorHours(clientId: number, performanceId: number): DoorHours | null;
  /** The production that a performance belongs to; null if the programme does not contain it. */
  productionOf(clientId: number, performanceId: number): number | null;
  /**
   * The performances that are not over at `now` (ms since the epoch) and begin at most `ahead`
   * milliseconds later; all-day events count until their doors close. Cancelled ones are left out.
   */
  onNow(clientId: number, now: number, ahead: number): readonly PlayingPerformance[];
}

export interface OnNowPorts {
  readonly offered: Pick<Offered, 'performances'>;
  readonly programme: ProgrammeNow;
  readonly platformClock: Pick<PlatformClock, 'now'>;
  /** The venue's time zone. */
  readonly timeZone: () => string;
}

/**
 * What may be scanned now, as far as this kiosk knows. The platform does not tell its scan window
 * (spec 8). So a performance counts from four hours before its start to three hours after it, and
 * also whenever the platform has offered it just now. An all-day event counts while its doors are
 * open.
 */
export class OnNow {
  readonly #ports: OnNowPorts;

  constructor(ports: OnNowPorts) {
    this.#ports = ports;
  }

  /**
   * The performances of a client that a door may be open for now.
   *
   * @param ahead how long before its start a performance counts, in milliseconds
   */
  performances(baseUrl: string, clientId: number, ahead = BEFORE): readonly PlayingPerformance[] {
    const { offered, programme, platformClock } = this.#ports;
    const now = platformClock.now();
    const { at, performances } = offered.performances(baseUrl, clientId);
    const isFresh = stillHolds(at, now);
    // A performance whose start is unknown may be on, however old its offer is.
    const fromPlatform = performances.filter(
      (each) =>
        isFresh ||
        each.start === null ||
        this.#isPlausible(clientId, each, now, { start: ahead, doors: ahead }),
    );
    const known = new Set(fromPlatform.map(({ performanceId }) => performanceId));
    const others = programme
      .onNow(clientId, now, ahead)
      .filter(({ performanceId }) => !known.has(performanceId));
    return [...fromPlatform, ...others];
  }

  /**
   * Whether {@link OnNow.performances} is complete, so that nothing else may be scanned now. An
   * offer tells only what could be scanned when it was made. What has become scannable since is
   * known from the programme alone, and only if the programme contains all that was offered.
   */
  isAll(baseUrl: string, clientId: number): boolean {
    const { offered, programme, platformClock } = this.#ports;
    if (!programme.isWhole(clientId)) return false;
    const now = platformClock.now();
    // Performances that have begun are not in the programme of future events.
    return offered
      .performances(baseUrl, clientId)
      .performances.filter(({ start }) => start === null || start > now)
      .every(({ performanceId }) => programme.productionOf(clientId, performanceId) !== null);
  }

  /**
   * Whether a ticket is for something that may be scanned now.
   *
   * @param since when the data on this ticket was obtained (ms since the epoch). The current time
   *   is at least this, which corrects a kiosk whose clock is behind.
   */
  isOn(
    baseUrl: string,
    clientId: number,
    ticket: Pick<SnapshotTicket, 'performanceId' | 'performanceStartDate'>,
    since: number,
  ): boolean {
    const { offered, programme, platformClock } = this.#ports;
    const now = Math.max(platformClock.now(), since);
    const { performanceId, performanceStartDate: start } = ticket;
    if (this.#isPlausible(clientId, { performanceId, start }, now)) return true;
    const { at, performances } = offered.performances(baseUrl, clientId);
    const isIt = (each: PlayingPerformance) => each.performanceId === performanceId;
    if (stillHolds(at, now) && performances.some(isIt)) return true;
    return (
      this.#doorHours(clientId, { performanceId, start }) === null &&
      programme.onNow(clientId, now, BEFORE).some(isIt)
    );
  }

  /**
   * Whether what a door was open for may still be on at `now`: platform time, or null if unknown. Then, or if
   * its start is unknown, it is kept, because nobody may be there to make another choice. A production, and
   * anything that is open, may be on unless all that is known of it is over.
   */
  mayStillBeOn(baseUrl: string, selection: Selection, now: number | null): boolean {
    if (now === null) return true;
    const { offered, programme } = this.#ports;
    const { clientId } = selection;
    const { at, performances } = offered.performances(baseUrl, clientId);
    const isIts = (each: PlayingPerformance) => isFor(filterOf(selection), each);
    const itsOffered = performances.filter(isIts);
    if (itsOffered.length > 0 && stillHolds(at, now)) return true;
    if (selection.scope === 'performance') {
      const { performanceId, performanceStart: start } = selection;
      return !this.#isOver(clientId, { performanceId, start }, now);
    }
    if (itsOffered.some((each) => !this.#isOver(clientId, each, now))) return true;
    if (programme.onNow(clientId, now, FOREVER).some(isIts)) return true;
    return itsOffered.length === 0 && !programme.isWhole(clientId);
  }

  /** Returns what was offered without the performances that are over by `now`: platform time, or null. */
  stillOffered(clients: readonly ScanningClient[], now: number | null): ScanningClient[] {
    if (now === null) return [...clients];
    return clients.map((client) => ({
      ...client,
      productions:
        client.productions?.map((production) => ({
          ...production,
          performances:
            production.performances?.filter(
              ({ performanceId, performanceStart: start }) =>
                !this.#isOver(client.id, { performanceId, start }, now),
            ) ?? null,
        })) ?? null,
    }));
  }

  /** Whether a performance can no longer be on. */
  #isOver(clientId: number, performance: Starting, now: number): boolean {
    const { start } = performance;
    const hours = this.#doorHours(clientId, performance);
    if (hours !== null) return wallAt(now, this.#ports.timeZone()) >= hours.closes;
    return start !== null && now >= start + LONGEST_PERFORMANCE;
  }

  /**
   * Whether a performance may be on now, by its start or its doors alone.
   *
   * @param clientId null if it is unknown
   */
  isPlausible(clientId: number | null, performance: Starting): boolean {
    return this.#isPlausible(clientId, performance, this.#ports.platformClock.now());
  }

  /** @param ahead how long before its start, or before its doors open, it counts; in milliseconds */
  #isPlausible(
    clientId: number | null,
    performance: Starting,
    now: number,
    ahead = { start: BEFORE, doors: 0 },
  ): boolean {
    const { start } = performance;
    const hours = this.#doorHours(clientId, performance);
    if (hours === null) {
      return start !== null && start - ahead.start <= now && now <= start + LONGEST_PERFORMANCE;
    }
    const wall = wallAt(now, this.#ports.timeZone());
    return hours.opens - ahead.doors <= wall && wall < hours.closes;
  }

  /**
   * When the doors of an all-day event are open, as wall times; null for any other performance. One that
   * starts at midnight, and that the programme does not know, is taken for an all-day event: it is open for
   * its whole day.
   */
  #doorHours(clientId: number | null, { performanceId, start }: Starting): DoorHours | null {
    const { programme, timeZone } = this.#ports;
    const known = clientId === null ? null : programme.doorHours(clientId, performanceId);
    if (known !== null || start === null) return known;
    const opens = wallAt(start, timeZone());
    if (opens % DAY !== 0) return null;
    const hasStart = clientId !== null && programme.productionOf(clientId, performanceId) !== null;
    if (hasStart) return null;
    return { opens, closes: opens + DAY };
  }
}

type Starting = Pick<PlayingPerformance, 'performanceId' | 'start'>;

/**
 * Whether an offer is still valid. One from the future is not: it was saved by a clock that was
 * wrong, so its age is unknown.
 */
function stillHolds(at: number, now: number): boolean {
  return now - at <= OFFER_HOLDS && at - now <= MINUTE;
}
