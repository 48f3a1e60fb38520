import { MINUTE } from '#shared/time.ts';

/** What a download has taken. */
export interface Weight {
  /** Bytes over the network. */
  readonly bytes: number;
  /** From its first byte to its last, in milliseconds. */
  readonly transfer: number;
  /** Processor time for building the snapshot, in milliseconds. */
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
  /** What somebody has set; `auto`: the rule below. */
  readonly every: 'auto' | number;
  readonly weight: Weight;
  /** Since the end of the last download. */
  readonly age: number;
  /** By how much that download came before its time. */
  readonly debt: number;
  /** Since a ticket was last scanned, or the door opened. */
  readonly sinceScan: number;
  /**
   * Until the start of the performance that the door is open for; negative if it has begun. Null: none is
   * known.
   */
  readonly untilStart: number | null;
  /** Whether the platform admitted a ticket that the snapshot does not have. */
  readonly lags: boolean;
}

/** What a platform, its line and this machine can bear. Times are in milliseconds. */
export const REFRESH_RULES = {
  /** The shortest interval. */
  least: MINUTE,
  /**
   * The longest interval: a snapshot proves for half an hour that a ticket was not sold, and takes time to
   * come.
   */
  longest: 25 * MINUTE,
  /** The most of the line, and of one processor, that downloads take. */
  share: 0.02,
  /** And the most bytes in a millisecond, however fast the line: the other doors of the house share it. */
  rate: (64 * 1024) / 1000,
  /** A snapshot that lags behind the platform is replaced in this part of its time. */
  lagging: 1 / 4,
  /** Nobody has scanned for so long … */
  idleAfter: 30 * MINUTE,
  /** … and so rarely is enough. */
  idle: 20 * MINUTE,
  /** Guests come from so long before the start … */
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
  // One download falls right before guests come, so that the first of them meet what was sold until then.
  return atRush >= least ? Math.min(calm, atRush) : calm;
}

/** Whether a scan would bring the next download forward. */
export function waitsForScan(needs: RefreshNeeds): boolean {
  return refreshInterval(needs) > refreshInterval({ ...needs, sinceScan: 0 });
}

/** The interval in which a download stays within its share of line and processor. */
export function priceOf({ bytes, transfer, processor }: Weight): number {
  const { rate, share } = REFRESH_RULES;
  return Math.max(transfer / share, processor / share, bytes / rate);
}

/** An estimate for a download of so many tickets, until one was measured. */
export function weightOf(tickets: number): Weight {
  return { bytes: tickets * 660, transfer: 0, processor: tickets * 0.02 };
}

/** The start that matters now, of several: in how many milliseconds; null: there is none. */
export function untilNextStart(starts: readonly number[], now: number): number | null {
  const ahead = starts.map((start) => start - now).filter((ms) => ms > -REFRESH_RULES.rushAfter);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

function isIdle({ sinceScan, untilStart, lags }: RefreshNeeds): boolean {
  const { idleAfter, rushAfter, rushBefore } = REFRESH_RULES;
  const isRush = untilStart !== null && untilStart <= rushBefore && untilStart > -rushAfter;
  return sinceScan >= idleAfter && !isRush && !lags;
}

/** Infinite, if it has begun, or none is known. */
function untilRush({ untilStart }: RefreshNeeds): number {
  const left = untilStart === null ? Infinity : untilStart - REFRESH_RULES.rushBefore;
  return left > 0 ? left : Infinity;
}

function within(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
