import type { Finding } from './explore.ts';
import type { Invariant } from './invariants.ts';

/** A sequence of steps after which nothing may be wrong, whatever else is explored. */
export interface Sequence {
  readonly name: string;
  readonly configuration: string;
  /** As `npm run explore -- --replay=…` reads them. */
  readonly steps: string;
  /** What the code of today breaks; missing: nothing. It goes when the code is right. */
  readonly breaks?: Invariant;
}

/** Mistakes that were made, each as short as it could be. */
export const SEQUENCES: readonly Sequence[] = [
  {
    name: 'an unclaimed admission is used at one door, and the snapshot at the other',
    configuration: 'one-snapshot',
    steps: 'left late; left answered; left down; right down',
  },
  {
    name: 'a lost question is taken for what used the ticket',
    configuration: 'one-snapshot',
    steps: 'left cut; right up; left up',
  },
  {
    name: 'an override during a hold is not told of a used ticket',
    configuration: 'hold',
    steps: 'left up; left holds; left up; left overrides',
  },
  {
    name: 'an override during a hold is not told of a voided ticket',
    configuration: 'voided',
    steps: 'left up; left holds; left up; left overrides',
  },
  {
    name: 'news of an earlier admission comes between a refusal and its override',
    configuration: 'one-snapshot',
    steps: 'right down; left down; left hears; left overrides',
  },
  {
    name: 'a guest goes to the next door while the first one waits for an answer',
    configuration: 'no-snapshot',
    steps: 'left late; right hears; right up',
  },
  {
    name: 'an override that has used an unclaimed admission is withdrawn',
    configuration: 'no-snapshot',
    steps: 'left late; left answered; left overrides; left withdraws; left up',
  },
  {
    name: 'a stray check-out uses up the only return',
    configuration: 'reentry-once',
    steps: 'left checks out; left up; left checks out; left up',
  },
  {
    name: 'a stray check-out ends an admission at the other door',
    configuration: 'reentry',
    steps: 'right checks out; left up; right hears; right up',
  },
  {
    name: 'a return outlives the admission that the platform was to hear of',
    configuration: 'reentry',
    steps: 'left down; right hears; right checks out; right down; left withdraws',
  },
  {
    name: 'a hold is lost against a door that ends an older one',
    configuration: 'hold',
    steps: 'left holds; right holds; left goes on',
  },
  {
    name: 'a hold is given again where it was ended, and ended at the other door',
    configuration: 'cloned',
    steps: 'left holds; right hears; left ends here; left holds; right goes on',
  },
  {
    name: 'a door ends a hold that it has heard of',
    configuration: 'hold',
    steps: 'left holds; right hears; right goes on',
  },
  {
    name: 'a ticket that only a disregarded door has let in',
    configuration: 'disregarded',
    steps: 'left down; right hears; right disregards; right down',
  },
  {
    name: 'a door is believed again after both doors have let in one ticket',
    configuration: 'disregarded',
    steps: 'right disregards; left down; right hears; right down; right believes',
  },
  {
    name: 'an unclaimed admission is not used for eleven minutes',
    configuration: 'no-snapshot',
    steps: 'left late; left answered; wait; left up',
  },
  {
    name: 'a check-out elsewhere is of a ticket that only that door knows',
    configuration: 'skew',
    steps: 'left up; right checks out',
  },
  {
    name: 'doors that know the same take a lost question differently',
    configuration: 'no-snapshot',
    steps: 'left lost',
  },
  {
    name: 'a snapshot is believed after the platform has called the ticket voided',
    configuration: 'voided',
    steps: 'left up; left down',
  },
  {
    name: 'a snapshot is believed after the platform has called the ticket used',
    configuration: 'used-elsewhere',
    steps: 'left up; left down',
  },
  {
    name: 'an override hides the admission before it from a door that was cut off',
    configuration: 'during',
    steps: 'left down; left down; left overrides; right down',
  },
  {
    name: 'what became of an admission is heard, and the admission is not',
    configuration: 'reentry',
    steps: 'right late; right answered; left glimpses; left late',
  },
  {
    name: 'a question is lost after the platform has called the ticket used',
    configuration: 'used-elsewhere',
    steps: 'left up; left lost; left up',
  },
  {
    name: 'somebody leaves of whose admission only the outcome was heard',
    configuration: 'reentry',
    steps: 'left late; left answered; right glimpses; right checks out',
  },
  {
    name: 'an override is not told that the platform calls the ticket used',
    configuration: 'used-elsewhere',
    steps: 'left up; left down; left overrides',
  },
  {
    name: 'somebody comes in between what staff were shown and their order',
    configuration: 'one-snapshot',
    steps:
      'right down; left down; left hears; left overrides; right down; right overrides; right overrides; left hears; left overrides',
  },
  {
    name: 'an override is not told that another door knows more',
    configuration: 'skew',
    steps: 'right late; left cut; right answered; left glimpses; left overrides',
  },
  {
    name: 'two scans are asked about at the same time, and doors may be restarted',
    configuration: 'restart',
    steps: 'right begins; left begins; left hears',
  },
  {
    name: 'two scans of one ticket are asked about at the same time',
    configuration: 'during',
    steps: 'left begins; right begins; right hears; right told',
  },
  {
    name: 'a door is restarted while it asks, and another one uses the ticket',
    configuration: 'restart',
    steps: 'right begins; left begins; left restarts; left begins',
  },
  {
    name: 'a question that a restart has broken off may have used the ticket',
    configuration: 'restart',
    steps: 'left begins; left restarts; left begins; left told',
  },
  {
    name: 'an admission that waited for its answer is uploaded after a restart',
    configuration: 'restart',
    steps: 'right slow; right restarts',
  },
];

const BROKEN = new Set(
  SEQUENCES.flatMap(({ configuration, breaks }) =>
    breaks === undefined ? [] : [`${configuration} ${breaks}`],
  ),
);

/** Whether today's code is known to break this rule in this configuration: some sequence has shown it. */
export function isKnown({
  configuration,
  invariant,
}: Pick<Finding, 'configuration' | 'invariant'>): boolean {
  return BROKEN.has(`${configuration} ${invariant}`);
}
