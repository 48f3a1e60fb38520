import { MINUTE } from '#shared/time.ts';

/** The resources that a download used. */
export interface Weight {
  /** That came over the line. */
  readonly bytes: number;
  /** From its first byte to its last, in milliseconds. */
  readonly transfer: number;
  /** Processor time to build the snapshot, in milliseconds. */
  readonly processor: number;
}

export const NO_WEIGHT: Weight = { bytes: 0, transfer: 0, processor: 0 };

/** The sum of two downloads. */
export function sumOf(a: Weight, b: Weight): Weight {
  return {
    bytes: a.bytes + b.bytes,
    transfer: a.transfer + b.transfer,
    processor: a.processor + b.processor,
  };
}

/** What the pause after a download depends on. All times are in milliseconds. */
export interface RefreshNeeds {
  /** The setting; `auto`: the rule below. */
  readonly every: 'auto' | number;
  readonly weight: Weight;
  /** Since the end of the last download. */
  readonly age: number;
  /** How much too early that download came. */
  readonly debt: number;
  /** Since a ticket was last scanned, or the door opened. */
  readonly sinceScan: number;
  /**
   * Until the start of the performance that the door is open for; negative after it. Null if
   * unknown.
   */
  readonly untilStart: number | null;
  /** Whether the platform knew a ticket that the snapshot did not. */
  readonly lags: boolean;
}

/** The limits for the load on a platform, its line and this machine. Times are in milliseconds. */
export const REFRESH_RULES = {
  /** The shortest interval. */
  least: MINUTE,
  /**
   * The longest interval: a snapshot proves for half an hour that a ticket does not exist, and a
   * download takes time.
   */
  longest: 25 * MINUTE,
  /** The largest share of the line, and of one processor, that downloads may use. */
  share: 0.02,
  /**
   * The most bytes per millisecond, however fast the line: the other doors of the house share it.
   */
  rate: (64 * 1024) / 1000,
  /** The part of its interval after which a snapshot is replaced if it lags behind the platform. */
  lagging: 1 / 4,
  /** If nobody has scanned for so long … */
  idleAfter: 30 * MINUTE,
  /** … this interval is enough. */
  idle: 20 * MINUTE,
  /** Guests arrive from so long before the start … */
  rushBefore: 60 * MINUTE,
  /** … until so long after it. */
  rushAfter: 30 * MINUTE,
} as const;

/** How long after the end of the last download the next one begins, before jitter. */
export function refreshInterval(needs: RefreshNeeds): number {
  const { every, lags, debt, age } = needs;
  if (every !== 'auto') return every;
  const { least, longest, lagging } = REFRESH_RULES;
  const price = priceOf(needs.weight);
  const interval = within(least, (lags ? price * lagging : price) + debt, longest);
  const calm = isIdle(needs) ? Math.max(interval, REFRESH_RULES.idle) : interval;
  const atRush = age + untilRush(needs);
  // Tickets sold until then are in the snapshot when the first guests arrive.
  return atRush >= least ? Math.min(calm, atRush) : calm;
}

/** Whether it would come sooner if somebody scanned. */
export function waitsForScan(needs: RefreshNeeds): boolean {
  return refreshInterval(needs) > refreshInterval({ ...needs, sinceScan: 0 });
}

/** The interval at which a download uses no more of line and processor than it may. */
export function priceOf({ bytes, transfer, processor }: Weight): number {
  const { rate, share } = REFRESH_RULES;
  return Math.max(transfer / share, processor / share, bytes / rate);
}

/** An estimate for a download of so many tickets, before there was one. */
export function weightOf(tickets: number): Weight {
  return { bytes: tickets * 660, transfer: 0, processor: tickets * 0.02 };
}

/** Of several starts, the one that matters now, in milliseconds from now; null if there is none. */
export function untilNextStart(starts: readonly number[], now: number): number | null {
  const ahead = starts.map((start) => start - now).filter((ms) => ms > -REFRESH_RULES.rushAfter);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

function isIdle({ sinceScan, untilStart, lags }: RefreshNeeds): boolean {
  const { idleAfter, rushAfter, rushBefore } = REFRESH_RULES;
  const isRush = untilStart !== null && untilStart <= rushBefore && untilStart > -rushAfter;
  return sinceScan >= idleAfter && !isRush && !lags;
}

/** Infinite if it has begun, or no start is known. */
function untilRush({ untilStart }: RefreshNeeds): number {
  const left = untilStart === null ? Infinity : untilStart - REFRESH_RULES.rushBefore;
  return left > 0 ? left : Infinity;
}

function within(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
