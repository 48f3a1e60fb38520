import type { Random } from '#box-office/demo/random.ts';

/** A part of the evening, as a part of its length, and how many of all scans fall into it. */
interface Part {
  readonly until: number;
  readonly scans: number;
}

/** People come before each of two shows, and come back after the interval of the first. */
const PARTS: readonly Part[] = [
  { until: 0.12, scans: 0.005 },
  { until: 0.42, scans: 0.445 },
  { until: 0.58, scans: 0.005 },
  { until: 0.73, scans: 0.225 },
  { until: 0.77, scans: 0.005 },
  { until: 0.97, scans: 0.31 },
  { until: 1, scans: 0.005 },
];

/** When a group arrives, in milliseconds since the evening began, and how many they are. */
export interface Arrival {
  readonly at: number;
  readonly people: number;
}

/** Groups of one to six, one after the other; `scans` people in all. */
export function* arrivals(
  random: Random,
  scans: number,
  lasts: number,
): Generator<Arrival, void, void> {
  let from = 0;
  let arrived = 0;
  let due = 0;
  for (const part of PARTS) {
    const until = part.until * lasts;
    due += part.scans * scans;
    const whole = Math.min(scans, Math.round(due)) - arrived;
    const sizes: number[] = [];
    for (let left = whole; left > 0; left -= sizes.at(-1) ?? left) {
      sizes.push(Math.min(left, random.between(1, 6)));
    }
    const pause = (until - from) / sizes.length;
    for (const [index, people] of sizes.entries()) {
      yield { at: Math.floor(from + pause * index) + random.between(0, Math.floor(pause)), people };
    }
    arrived += whole;
    from = until;
  }
}

/** What happens besides, every other minute. The network's faults last for a while. */
export const HAPPENINGS = [
  'cut',
  'hang',
  'reset-after-sending',
  'slow',
  'captive-portal',
  'bad-gateway',
  'platform-restart',
  'revoke-tokens',
  'sign-out-and-in',
  'clock-jump',
  'sleep',
  'scanner-unplugged',
  'renderer-reloads',
  'history-read',
  'tickets-looked-for',
  'programme-refreshed',
  'discrepancies-read',
  'numbers-read',
  'tickets-refreshed',
  'health-checked',
  'settings-changed',
  'nothing',
] as const;
export type Happening = (typeof HAPPENINGS)[number];

/** All of them in some order, again and again: each as often as the others. */
export function happenings(random: Random): () => Happening {
  let deck: Happening[] = [];
  return () => {
    if (deck.length === 0) deck = [...HAPPENINGS];
    const drawn = random.pick(deck);
    deck.splice(deck.indexOf(drawn), 1);
    return drawn;
  };
}
