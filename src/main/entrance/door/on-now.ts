import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { PlayingPerformance } from '#main/platform/programme/playing.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import { LONGEST_PERFORMANCE } from '#shared/model/programme.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import type { Offered } from './offered.ts';

/** How long before its start a performance may be scanned, in milliseconds, if nobody says else. */
const BEFORE = 4 * HOUR;
/** How long the platform's word holds that a performance may be scanned, in milliseconds. */
const OFFER_HOLDS = 15 * MINUTE;

/** The future events, as far as they tell what is on. */
export interface ProgrammeNow {
  /** Whether what is not in there is not on: it came whole, and a short while ago. */
  isWhole(clientId: number): boolean;
  /** The production that a performance belongs to; null: it is not in there. */
  productionOf(clientId: number, performanceId: number): number | null;
  /**
   * What is not over at `now` (ms since the epoch), and begins at most `ahead` milliseconds later: all-day
   * events until their doors close. Nothing that was cancelled.
   */
  onNow(clientId: number, now: number, ahead: number): readonly PlayingPerformance[];
}

export interface OnNowPorts {
  readonly offered: Pick<Offered, 'performances'>;
  readonly programme: ProgrammeNow;
  readonly platformClock: Pick<PlatformClock, 'now'>;
}

/**
 * What may be scanned now, as well as it is known here. The platform's scan window is its own secret
 * (spec 8): what plays between four hours before its start and three hours after it may be, and what
 * it has just offered is.
 */
export class OnNow {
  readonly #ports: OnNowPorts;

  constructor(ports: OnNowPorts) {
    this.#ports = ports;
  }

  /**
   * The performances of a client that a door may be open for now.
   *
   * @param ahead how long before its start that may be, in milliseconds
   */
  performances(baseUrl: string, clientId: number, ahead = BEFORE): readonly PlayingPerformance[] {
    const { offered, programme, platformClock } = this.#ports;
    const now = platformClock.now();
    const { at, performances } = offered.performances(baseUrl, clientId);
    const isFresh = stillHolds(at, now);
    // What was offered once and begins nobody knows when, may be on.
    const fromPlatform = performances.filter(
      ({ start }) => isFresh || start === null || isPlausible(start, now, ahead),
    );
    const known = new Set(fromPlatform.map(({ performanceId }) => performanceId));
    const others = programme
      .onNow(clientId, now, ahead)
      .filter(({ performanceId }) => !known.has(performanceId));
    return [...fromPlatform, ...others];
  }

  /**
   * Whether nothing else may be scanned now. What the platform offered it offered just then: of what
   * has begun to be scanned since, only the programme knows, and only if it knows of all that was offered.
   */
  isAll(baseUrl: string, clientId: number): boolean {
    const { offered, programme, platformClock } = this.#ports;
    if (!programme.isWhole(clientId)) return false;
    const now = platformClock.now();
    // What has begun is in no list of the future.
    return offered
      .performances(baseUrl, clientId)
      .performances.filter(({ start }) => start === null || start > now)
      .every(({ performanceId }) => programme.productionOf(clientId, performanceId) !== null);
  }

  /**
   * Whether a ticket is for something that may be scanned now.
   *
   * @param since what is known of this ticket is of that time (ms since the epoch): it cannot be earlier
   *   now, and a kiosk that has lost the time says so
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
    // Most tickets are for what is on by its time, and need no more than that.
    if (start !== null && isPlausible(start, now)) return true;
    const { at, performances } = offered.performances(baseUrl, clientId);
    const isIt = (each: PlayingPerformance) => each.performanceId === performanceId;
    if (stillHolds(at, now) && performances.some(isIt)) return true;
    return programme.onNow(clientId, now, BEFORE).some(isIt);
  }
}

function isPlausible(start: number, now: number, ahead = BEFORE): boolean {
  return start - ahead <= now && now <= start + LONGEST_PERFORMANCE;
}

/** An offer from the future was written down by a clock that was wrong: nobody knows how old it is. */
function stillHolds(at: number, now: number): boolean {
  return now - at <= OFFER_HOLDS && at - now <= MINUTE;
}
