import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { PlayingPerformance } from '#main/platform/programme/playing.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import { LONGEST_PERFORMANCE } from '#shared/model/programme.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import type { Offered } from './offered.ts';

/** How long before its start a performance may be scanned, in milliseconds, by default. */
const BEFORE = 4 * HOUR;
/** How long an offer of the platform proves that a performance may be scanned, in milliseconds. */
const OFFER_HOLDS = 15 * MINUTE;

/** The part of the programme that tells what is on. */
export interface ProgrammeNow {
  /**
   * Whether the programme is complete and recent, so that a performance that is missing from it is not on.
   */
  isWhole(clientId: number): boolean;
  /** The production that a performance belongs to; null: the programme does not have it. */
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
 * What may be scanned now, as well as it is known here. The platform does not tell its scan window (spec
 * 8). So a performance counts as scannable from four hours before its start to three hours after it, and
 * whenever the platform has just offered it.
 */
export class OnNow {
  readonly #ports: OnNowPorts;

  constructor(ports: OnNowPorts) {
    this.#ports = ports;
  }

  /**
   * The performances of a client that a door may be open for now.
   *
   * @param ahead how long before its start a performance counts as scannable, in milliseconds
   */
  performances(baseUrl: string, clientId: number, ahead = BEFORE): readonly PlayingPerformance[] {
    const { offered, programme, platformClock } = this.#ports;
    const now = platformClock.now();
    const { at, performances } = offered.performances(baseUrl, clientId);
    const isFresh = stillHolds(at, now);
    // A performance that was offered and whose start is unknown may be on.
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
   * Whether this list is complete. An offer tells what could be scanned at its time. What can be scanned
   * since then, only the programme tells, and only if it has all that was offered.
   */
  isAll(baseUrl: string, clientId: number): boolean {
    const { offered, programme, platformClock } = this.#ports;
    if (!programme.isWhole(clientId)) return false;
    const now = platformClock.now();
    // The programme lists future performances, so one that has begun is missing from it.
    return offered
      .performances(baseUrl, clientId)
      .performances.filter(({ start }) => start === null || start > now)
      .every(({ performanceId }) => programme.productionOf(clientId, performanceId) !== null);
  }

  /**
   * Whether a ticket is for something that may be scanned now.
   *
   * @param since when the platform told of this ticket, ms since the epoch: the ticket is not older than
   * that now, and a kiosk that has lost the time says so
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
    // The quick way for most tickets: the performance is on by its time alone.
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

/** An offer with a time in the future was recorded by a wrong clock, so its age is unknown. */
function stillHolds(at: number, now: number): boolean {
  return now - at <= OFFER_HOLDS && at - now <= MINUTE;
}
