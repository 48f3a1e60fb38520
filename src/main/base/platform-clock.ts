import { STEADY_STEP, type Clock } from '#main/base/ports.ts';
import { MINUTE } from '#shared/time.ts';

/** What an answer tells about the platform's clock. */
export interface ClockSample {
  /** The `Date` header, ms since the epoch, cut to the second. */
  readonly serverDate: number;
  /** From sending to the head of the answer, in milliseconds. */
  readonly roundTrip: number;
  /** When the head came, on the kiosk's steady clock. */
  readonly receivedAt: number;
}

/** The platform's clock, as far as its answers tell it. Times in ms since the epoch. */
export interface PlatformClock {
  note(sample: ClockSample): void;
  /**
   * A platform time of an earlier run: it is later than that now. Of use to a kiosk that wakes in
   * 1970, as one without a battery does.
   */
  notBefore(time: number): void;
  /** Whether the platform has told its time since the kiosk was started; before that it is a guess. */
  isKnown(): boolean;
  /** The likeliest platform time. */
  now(): number;
  /**
   * The same, as far as anything tells it: null while no answer has come and the wall clock is behind
   * what has surely passed. Then it may be any time since.
   */
  credible(): number | null;
  /**
   * Platform time that has surely passed: what is stamped with it is never in the platform's future.
   * While nothing is known it is the guess, which may be.
   */
  surely(): number;
  /**
   * Platform time that has passed by everybody who tells it, also where they contradict each other: for
   * what cannot be undone, neither one server's word is enough nor one moment's. Until answers have come
   * in {@link WITNESSES} minutes of this run, the kiosk's own guess has a say as well. Null while nothing
   * is known.
   */
  beyondDispute(): number | null;
  /**
   * The platform time that had surely passed at a moment of the kiosk's steady clock, by all that is
   * known now: what was stamped before the first answer can be put right after it.
   */
  at(steady: number): number;
  /**
   * How far the kiosk's own wall clock is off, in milliseconds: positive if it is ahead of the
   * platform's, negative if behind. Null while unknown.
   */
  skew(): number | null;
}

export interface PlatformClockOptions {
  /** Called once, within {@link PlatformClock.note}, when the platform has told its time first. */
  readonly onKnown?: () => void;
}

/** So many samples count, the newest. */
const SAMPLES = 16;
/** In so many minutes answers must have come before they are believed against the kiosk's own clock. */
const WITNESSES = 10;
/** `Date` says the second; the platform's clock was at most this far into it. */
const SECOND = 999;
/** No request may take so long: the machine slept meanwhile, and what came was from before or after. */
const LONGEST_TRIP = 2 * 60_000;
/** Two clocks drift apart by no more than this part of the time that passes: 0.1 ms a second. */
const DRIFT = 1e-4;
/** One answer alone that is off by more may be of a server with a wrong clock; a second one settles it. */
const FAR_OFF = 10 * 60_000;
/** A correction up to this size does not turn the time back; it stands still for as long. */
const STAND_STILL = 2_000;

/** How far the platform's clock is ahead of the steady one: bounds, in milliseconds. */
interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Bounds, and when on the steady clock they held. */
interface Sample extends Bounds {
  readonly at: number;
}

/**
 * Relates the platform's clock to the steady one, so that it does not matter what the kiosk's wall
 * clock says or how it jumps, once an answer has come. Each says of the difference: at least `Date`
 * minus the time of arrival, at most the end of that second minus the time of sending. Recent samples
 * are laid over each other, newest first, which narrows it well below a second; those that contradict
 * newer ones are from before somebody set the platform's clock; but one that is far off is not believed
 * before a second one says the same.
 *
 * While no answer has come, the guess is the wall clock, or the floor if the wall clock is behind it.
 */
export function createPlatformClock(
  clock: Clock,
  { onKnown }: PlatformClockOptions = {},
): PlatformClock {
  /** The highest lower bound of the platform's time, minus the steady clock's time of the same moment. */
  let floor = Number.NEGATIVE_INFINITY;
  let samples: readonly Sample[] = [];
  /** The lowest of each minute in which an answer came, newest first. */
  let witnesses: readonly Sample[] = [];
  /** The kiosk's own time when the first answer came; later changes of its clock do not count. */
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

  /** The likeliest time; null while it can only be guessed. */
  function told(): number | null {
    const steady = clock.steady();
    const bounds = boundsAt(steady);
    return bounds && Math.round(steady + (bounds.low + bounds.high) / 2);
  }

  /** Answers come in bursts, over one connection, from one server: of a minute the lowest is enough. */
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
    note({ serverDate, roundTrip, receivedAt }) {
      if (roundTrip > LONGEST_TRIP) return;
      const isFirst = samples.length === 0;
      const ahead = serverDate - receivedAt;
      const sample = {
        low: ahead - STEADY_STEP,
        high: ahead + roundTrip + SECOND,
        at: receivedAt,
      };
      ownGuess ??= asSample(guessAt(receivedAt), receivedAt);
      samples = [sample, ...samples].slice(0, SAMPLES);
      witness(sample);
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

/** The samples without the newest, if it is far off from the two before it, which agree. */
function believed(newestFirst: readonly Bounds[]): readonly Bounds[] {
  const [newest, second, third] = newestFirst;
  if (newest === undefined || second === undefined || third === undefined) return newestFirst;
  const isAlone = gap(newest, second) > FAR_OFF && gap(second, third) === 0;
  return isAlone ? newestFirst.slice(1) : newestFirst;
}

/** A time of a moment on the steady clock, by a clock that tells it exactly. */
function asSample(time: number, at: number): Sample {
  return { low: time - at, high: time - at, at };
}

function minuteOf({ at }: Sample): number {
  return Math.floor(at / MINUTE);
}

/** How far two are apart; 0 if both can be true. */
function gap(a: Bounds, b: Bounds): number {
  return Math.max(0, a.low - b.high, b.low - a.high);
}

/** The bounds that a sample gives for another moment. */
function drifted({ low, high, at }: Sample, steady: number): Bounds {
  const drift = DRIFT * Math.abs(steady - at);
  return { low: low - drift, high: high + drift };
}
