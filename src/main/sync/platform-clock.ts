import type { Clock } from '#main/ports.ts';

/** What an answer tells about the platform's clock. */
export interface ClockSample {
  /** The `Date` header, ms since the epoch, cut to the second. */
  readonly serverDate: number;
  /** From sending to the head of the answer, in milliseconds. */
  readonly roundTrip: number;
  /** When the head came, on the kiosk's clock. */
  readonly receivedAt: number;
}

/** The platform's clock, as far as its answers tell it. */
export interface PlatformClock {
  note(sample: ClockSample): void;
  /** The likeliest platform time, ms since the epoch; the kiosk's own while nothing is known. */
  now(): number;
  /** Platform time that has surely passed: what is stamped with it is never in the platform's future. */
  surely(): number;
  /** How much the platform's clock is ahead of the kiosk's, in milliseconds; null while unknown. */
  skew(): number | null;
}

/** Samples that count, and for how long: clocks drift, and get set. */
const SAMPLES = 16;
const SAMPLE_LIFE = 60 * 60_000;
/** `Date` says the second; the platform's clock was at most this far into it. */
const SECOND = 999;
/** A correction up to this size does not turn the time back; it stands still for as long. */
const STAND_STILL = 2_000;

/** Bounds of the skew, in milliseconds. */
interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * Each sample says of the skew: at least `Date` minus the time of arrival, at most the end of that
 * second minus the time of sending. Recent samples are laid over each other, newest first, which
 * narrows it well below a second; those that contradict newer ones are from before somebody set a clock.
 */
export function createPlatformClock(clock: Clock): PlatformClock {
  let samples: (Bounds & { readonly at: number })[] = [];
  let last = Number.NEGATIVE_INFINITY;

  function bounds(): Bounds | null {
    const [newest, ...older] = samples;
    if (newest === undefined) return null;
    let { low, high } = newest;
    for (const sample of older) {
      if (sample.low > high || sample.high < low) break;
      low = Math.max(low, sample.low);
      high = Math.min(high, sample.high);
    }
    return { low, high };
  }

  function skew(): number | null {
    const known = bounds();
    return known === null ? null : Math.round((known.low + known.high) / 2);
  }

  return {
    skew,
    note({ serverDate, roundTrip, receivedAt }) {
      // The kiosk's clock was set back while the request was under way.
      if (roundTrip < 0) return;
      const low = serverDate - receivedAt;
      const sample = { low, high: low + roundTrip + SECOND, at: receivedAt };
      const alive = samples.filter(({ at }) => Math.abs(receivedAt - at) < SAMPLE_LIFE);
      samples = [sample, ...alive].slice(0, SAMPLES);
    },
    now() {
      const estimate = clock.now() + (skew() ?? 0);
      const standsStill = estimate < last && last - estimate <= STAND_STILL;
      last = standsStill ? last : estimate;
      return last;
    },
    surely: () => clock.now() + (bounds()?.low ?? 0),
  };
}
