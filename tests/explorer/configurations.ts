import type { KioskSettings } from '#shared/model/settings.ts';
import type { SnapshotSays } from './vocabulary.ts';

/** What a door can do in one step, or what can happen to it. */
export const STEP_KINDS = [
  'up',
  'late',
  'slow',
  'lost',
  'cut',
  'down',
  'answered',
  'unanswered',
  'begins',
  'told',
  'gives up',
  'hears',
  'glimpses',
  'overrides',
  'withdraws',
  'checks out',
  'holds',
  'goes on',
  'ends here',
  'uploads',
  'restarts',
  'disregards',
  'believes',
  'wait',
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** What each step is, for people. `wait` is the only one that belongs to no door. */
export const STEP_WORDS: Readonly<Record<StepKind, string>> = {
  up: 'scans; the platform answers in time',
  late: 'scans; the platform gets the question, and its answer is late',
  slow: 'scans; the question itself is slow, the platform does not have it yet',
  lost: 'scans; the platform gets the question, and the connection dies',
  cut: 'scans; the connection dies before the platform gets the question',
  down: 'scans; the platform is known to be out of reach',
  answered: 'gets the late answer',
  unanswered: 'learns that the late answer will not come',
  begins: 'scans; the platform is being asked',
  told: 'gets the answer in time',
  'gives up': 'has waited for the answer long enough',
  hears: 'takes in what the other door has published',
  glimpses: 'takes in only the newest of it; the rest is lost on the way',
  overrides: 'lets in whom it has just refused',
  withdraws: 'withdraws its newest admission',
  'checks out': 'checks somebody out',
  holds: 'orders a hold',
  'goes on': 'ends the hold',
  'ends here': 'ends the hold for itself alone',
  uploads: 'uploads what waits',
  restarts: 'is restarted',
  disregards: 'disregards the other door',
  believes: 'believes the other door again',
  wait: 'eleven minutes pass',
};

/** A world to explore: what its doors know at first, and which steps there are. */
export interface Configuration {
  readonly name: string;
  readonly what: string;
  readonly snapshots: readonly [left: SnapshotSays, right: SnapshotSays];
  readonly reentry: KioskSettings['reentry'];
  /** What the platform thinks of the ticket at first. */
  readonly ticket: 'good' | 'voided' | 'used elsewhere';
  /** A second ticket has the same barcode, for something else that is on. */
  readonly isTwin: boolean;
  /** Both kiosks have started from one copied disk. */
  readonly isCloned: boolean;
  /** How far the left door's time is ahead of the right one's, in milliseconds. */
  readonly skew: number;
  readonly steps: readonly StepKind[];
}

const SCANS = ['up', 'late', 'lost', 'cut', 'down', 'answered', 'hears'] as const;
const PLAIN = {
  snapshots: ['good', 'good'],
  reentry: 'off',
  ticket: 'good',
  ...{ isTwin: false, isCloned: false, skew: 0 },
} as const;
const MINUTE = 60_000;

export const CONFIGURATIONS: readonly Configuration[] = [
  {
    ...PLAIN,
    name: 'plain',
    what: 'both doors have a snapshot',
    steps: [...SCANS, 'slow', 'unanswered', 'overrides', 'withdraws', 'uploads'],
  },
  {
    ...PLAIN,
    name: 'no-snapshot',
    what: 'neither door has a snapshot',
    snapshots: ['nothing', 'nothing'],
    steps: [...SCANS, 'slow', 'unanswered', 'overrides', 'withdraws', 'wait'],
  },
  {
    ...PLAIN,
    name: 'one-snapshot',
    what: 'the right door alone has a snapshot',
    snapshots: ['nothing', 'good'],
    steps: [...SCANS, 'slow', 'unanswered', 'overrides', 'withdraws', 'uploads'],
  },
  {
    ...PLAIN,
    name: 'reentry',
    what: 'guests may leave and return as often as they like',
    reentry: 'always',
    steps: ['up', 'late', 'down', 'answered', 'hears', 'glimpses', 'checks out', 'withdraws'],
  },
  {
    ...PLAIN,
    name: 'reentry-once',
    what: 'guests may return once',
    reentry: 'once',
    steps: ['up', 'down', 'hears', 'checks out', 'withdraws', 'overrides'],
  },
  {
    ...PLAIN,
    name: 'hold',
    what: 'either door may hold both',
    steps: ['up', 'down', 'hears', 'holds', 'goes on', 'ends here', 'overrides', 'checks out'],
  },
  {
    ...PLAIN,
    name: 'voided',
    what: 'the ticket was voided after the snapshots were made',
    ticket: 'voided',
    steps: ['up', 'down', 'late', 'answered', 'hears', 'holds', 'goes on', 'overrides', 'uploads'],
  },
  {
    ...PLAIN,
    name: 'used-elsewhere',
    what: 'somebody outside the venue has used the ticket',
    ticket: 'used elsewhere',
    steps: ['up', 'down', 'late', 'lost', 'answered', 'hears', 'overrides', 'uploads'],
  },
  {
    ...PLAIN,
    name: 'restart',
    what: 'doors are restarted, also while the platform is being asked',
    snapshots: ['nothing', 'good'],
    steps: ['begins', 'told', 'gives up', 'slow', 'answered', 'down', 'hears', 'restarts', 'wait'],
  },
  {
    ...PLAIN,
    name: 'during',
    what: 'everything may happen while the platform is being asked',
    steps: ['begins', 'told', 'gives up', 'answered', 'unanswered', 'down', 'hears', 'overrides'],
  },
  {
    ...PLAIN,
    name: 'skew',
    what: 'the left door’s time is five minutes ahead',
    snapshots: ['nothing', 'good'],
    skew: 5 * MINUTE,
    steps: [...SCANS, 'glimpses', 'overrides', 'withdraws', 'checks out'],
  },
  {
    ...PLAIN,
    name: 'twins',
    what: 'a second ticket has the same barcode',
    isTwin: true,
    reentry: 'always',
    steps: ['up', 'down', 'hears', 'checks out', 'overrides', 'uploads'],
  },
  {
    ...PLAIN,
    name: 'disregarded',
    what: 'either door may disregard the other one, and believe it again',
    steps: ['up', 'down', 'late', 'answered', 'hears', 'overrides', 'disregards', 'believes'],
  },
  {
    ...PLAIN,
    name: 'cloned',
    what: 'both kiosks have started from one copied disk',
    isCloned: true,
    steps: ['up', 'down', 'hears', 'holds', 'goes on', 'ends here', 'withdraws', 'restarts'],
  },
];

/** Whether swapping the doors changes nothing: then it is enough to begin at the left one. */
export function isSymmetric({ snapshots: [left, right], skew }: Configuration): boolean {
  return left === right && skew === 0;
}
