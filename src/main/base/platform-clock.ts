import { STEADY_STEP, type Clock } from '#main/base/ports.ts';
import { DAY, MINUTE } from '#shared/time.ts';

/** What one answer tells about the platform's clock. */
export interface ClockSample {
  /** The platform's time as the answer tells it, ms since the epoch, up to a second late. */
  readonly serverDate: number;
  /**
   * A platform time that has certainly passed by this answer; `serverDate` if missing. Null if the answer
   * is not dated, so that its time is only derived from the expiry of a token.
   */
  readonly atLeast?: number | null;
  /** Time from sending the request until the head of the answer came, in milliseconds. */
  readonly roundTrip: number;
  /** When the head of the answer came, on the kiosk's steady clock. */
  readonly receivedAt: number;
}

/** The platform's clock, as far as its answers tell it. Times in ms since the epoch. */
export interface PlatformClock {
  note(sample: ClockSample): void;
  /**
   * Sets a lower bound: a platform time known from an earlier run, which must have passed by now.
   * Needed by a kiosk without a clock battery, which starts in 1970.
   */
  notBefore(time: number): void;
  /**
   * Whether the platform has told its time since the kiosk was started; until then all times are
   * guesses.
   */
  isKnown(): boolean;
  /** The most likely platform time. */
  now(): number;
  /**
   * The same as {@link PlatformClock.now}, but null while there is no usable estimate: no answer
   * has come, and the wall clock is far behind the time that is known to have passed. The actual
   * time may then be any later one.
   */
  credible(): number | null;
  /**
   * A platform time that has certainly passed: a timestamp taken from it is never in the platform's
   * future. While the platform has not told its time this is the guess, which may be in the future.
   */
  surely(): number;
  /**
   * The latest platform time that has passed according to every source, even where sources
   * contradict each other. For actions that cannot be undone: they must rely neither on a single
   * server nor on a single moment. Until answers have come in {@link WITNESSES} different minutes
   * of this run, the kiosk's own guess counts as a source, too. Null before the first answer.
   */
  beyondDispute(): number | null;
  /**
   * The platform time that had certainly passed at a given moment of the kiosk's steady clock, by
   * all that is known now. Used to correct timestamps that were taken before the first answer.
   */
  at(steady: number): number;
  /**
   * How far the kiosk's own wall clock is off, in milliseconds: positive if it is ahead of the
   * platform's, negative if behind. Null while unknown.
   */
  skew(): number | null;
}

export interface PlatformClockOptions {
  /**
   * Called once, from within {@link PlatformClock.note}, when the platform has told its time for
   * the first time.
   */
  readonly onKnown?: () => void;
}

/** How many samples are kept: the newest ones. */
const SAMPLES = 16;
/**
 * In how many different minutes answers must have come before the kiosk's own clock is disregarded.
 */
const WITNESSES = 10;
/**
 * An answer tells the time truncated to the second: the platform's clock was at most this much
 * later, in milliseconds.
 */
const SECOND = 999;
/**
 * Samples with a longer round trip are ignored: no request takes that long, so the machine slept
 * meanwhile, and it is unclear whether the answer came before or after.
 */
const LONGEST_TRIP = 2 * 60_000;
/** Two clocks drift apart by no more than this part of the time that passes: 0.1 ms a second. */
const DRIFT = 1e-4;
/**
 * A single answer that deviates by more, in milliseconds, may come from a server with a wrong
 * clock; a second one confirms it.
 */
const FAR_OFF = 10 * 60_000;
/**
 * If the estimate is corrected backwards by up to this much, in milliseconds, the reported time
 * stands still until the estimate has caught up, instead of going back.
 */
const STAND_STILL = 2_000;

/**
 * Lower and upper bound of how far the platform's clock is ahead of the steady one, in
 * milliseconds.
 */
interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Bounds, and the moment on the steady clock at which they held. */
interface Sample extends Bounds {
  readonly at: number;
}

/**
 * Relates the platform's clock to the steady one, so that the kiosk's wall clock and its jumps do
 * not matter once an answer has come. Each answer bounds the difference of the two clocks: it is at
 * least the time told minus the time of arrival, and at most the end of that second minus the time of
 * sending. The bounds of recent samples are intersected, newest first, which narrows the difference
 * to well below a second. Samples that contradict newer ones are discarded: they are from before
 * somebody set the platform's clock. A single new sample that is far off is ignored until a second
 * one agrees with it.
 *
 * While no answer has come, the guess is the wall clock, or the floor if the wall clock is behind
 * it.
 */
export function createPlatformClock(
  clock: Clock,
  { onKnown }: PlatformClockOptions = {},
): PlatformClock {
  /** The highest lower bound of the platform time, relative to the steady clock. */
  let floor = Number.NEGATIVE_INFINITY;
  let samples: readonly Sample[] = [];
  /** For each minute in which an answer came, the sample with the lowest time; newest first. */
  let witnesses: readonly Sample[] = [];
  /**
   * What the kiosk took for the time when the first answer came; kept, so that setting its clock
   * later has no effect.
   */
  let ownGuess: Sample | null = null;
  let last = Number.NEGATIVE_INFINITY;

  function boundsAt(steady: number): Bounds | null {
    const [newest, ...older] = believed(samples.map((sample) => drifted(sample, steady)));
    if (newest === undefined) return null;
    let { low, high } = newest;
    for (const sample of older) {
      if (sample.low > high || sample.high < low) break;
      low = Math.max(low, sample.low);
      high = Math.min(high, sample.high);
    }
    return { low, high };
  }

  function guessAt(steady: number): number {
    const wall = clock.now() - (clock.steady() - steady);
    return Math.max(wall, floor + steady);
  }

  /** The most likely time; null before the first answer. */
  function told(): number | null {
    const steady = clock.steady();
    const bounds = boundsAt(steady);
    return bounds && Math.round(steady + (bounds.low + bounds.high) / 2);
  }

  /**
   * Keeps one sample for each minute, the lowest: answers come in bursts, over one connection, from
   * one server.
   */
  function witness(sample: Sample): void {
    const [newest, ...older] = witnesses;
    if (newest === undefined || minuteOf(newest) !== minuteOf(sample)) {
      witnesses = [sample, ...witnesses].slice(0, WITNESSES);
    } else if (sample.low < newest.low) {
      witnesses = [sample, ...older];
    }
  }

  function at(steady: number): number {
    const bounds = boundsAt(steady);
    return Math.floor(bounds === null ? guessAt(steady) : steady + bounds.low);
  }

  return {
    at,
    isKnown: () => samples.length > 0,
    note({ serverDate, atLeast = serverDate, roundTrip, receivedAt }) {
      if (roundTrip > LONGEST_TRIP) return;
      const guess = guessAt(receivedAt);
      if (atLeast === null && Math.abs(serverDate - guess) > DAY) return;
      const isFirst = samples.length === 0;
      const ahead = serverDate - receivedAt;
      const sample = {
        low: ahead - STEADY_STEP,
        high: ahead + roundTrip + SECOND,
        at: receivedAt,
      };
      ownGuess ??= asSample(guess, receivedAt);
      samples = [sample, ...samples].slice(0, SAMPLES);
      const low = (atLeast ?? Math.min(serverDate, guess)) - receivedAt - STEADY_STEP;
      witness({ ...sample, low });
      if (isFirst) onKnown?.();
    },
    notBefore(time) {
      floor = Math.max(floor, time - clock.steady());
    },
    now() {
      const estimate = told() ?? Math.floor(guessAt(clock.steady()));
      const standsStill = estimate < last && last - estimate <= STAND_STILL;
      last = standsStill ? last : estimate;
      return last;
    },
    credible() {
      const steady = clock.steady();
      const isBehind = clock.now() + FAR_OFF < floor + steady;
      return told() ?? (isBehind ? null : Math.floor(guessAt(steady)));
    },
    surely: () => at(clock.steady()),
    beyondDispute() {
      const steady = clock.steady();
      if (ownGuess === null) return null;
      const told = witnesses.length < WITNESSES ? [ownGuess, ...witnesses] : witnesses;
      const lows = told.map((sample) => drifted(sample, steady).low);
      return Math.floor(steady + Math.min(...lows));
    },
    skew() {
      const now = told();
      return now === null ? null : clock.now() - now;
    },
  };
}

/**
 * Drops the newest sample if it is far off from the two before it, and these agree with each other.
 */
function believed(newestFirst: readonly Bounds[]): readonly Bounds[] {
  const [newest, second, third] = newestFirst;
  if (newest === undefined || second === undefined || third === undefined) return newestFirst;
  const isAlone = gap(newest, second) > FAR_OFF && gap(second, third) === 0;
  return isAlone ? newestFirst.slice(1) : newestFirst;
}

/** Makes a sample of an exact time at a moment on the steady clock. */
function asSample(time: number, at: number): Sample {
  return { low: time - at, high: time - at, at };
}

function minuteOf({ at }: Sample): number {
  return Math.floor(at / MINUTE);
}

/** How far two bounds are apart; 0 if they overlap. */
function gap(a: Bounds, b: Bounds): number {
  return Math.max(0, a.low - b.high, b.low - a.high);
}

/** What a sample implies for another moment: its bounds, widened by the clocks' possible drift. */
function drifted({ low, high, at }: Sample, steady: number): Bounds {
  const drift = DRIFT * Math.abs(steady - at);
  return { low: low - drift, high: high + drift };
}
