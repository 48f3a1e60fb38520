import type { Sample } from './messages.ts';

/** Something that is to stay as it is, however long the evening. */
export interface Measure {
  readonly name: string;
  readonly of: (sample: Sample) => number;
  readonly unit: 'MB' | '';
  /** How much more the end of the evening may have than its beginning; or how much there may be at all. */
  readonly limit: { readonly growth: number } | { readonly most: number };
}

const MB = 1024 ** 2;
const megabytes = (of: (sample: Sample) => number) => (sample: Sample) => of(sample) / MB;

/**
 * What is looked at. 4 MB in 20,000 scans are 200 bytes each. How much of what was freed the system
 * has back is its own matter, and threads come and go: resident memory goes up by 100 MB and down again in
 * an evening without a leak, so only how much there is at all has a limit. Handles and
 * waiters differ by what is under way at the moment. SQLite writes a WAL back at 4 MB, and uses it again.
 */
export const MEASURES: readonly Measure[] = [
  { name: 'heap', of: megabytes(({ heap }) => heap), unit: 'MB', limit: { growth: 4 } },
  { name: 'external', of: megabytes(({ external }) => external), unit: 'MB', limit: { growth: 8 } },
  {
    name: 'resident',
    of: megabytes(({ resident }) => resident),
    unit: 'MB',
    limit: { most: 450 },
  },
  { name: 'WAL', of: megabytes(({ wal }) => wal), unit: 'MB', limit: { most: 6 } },
  { name: 'resources', of: ({ resources }) => resources, unit: '', limit: { growth: 4 } },
  { name: 'open files', of: ({ files }) => files, unit: '', limit: { growth: 4 } },
  { name: 'threads', of: ({ threads }) => threads, unit: '', limit: { growth: 2 } },
  { name: 'waiting for the clock', of: ({ waiting }) => waiting, unit: '', limit: { growth: 4 } },
  { name: 'snapshot files', of: ({ snapshots }) => snapshots, unit: '', limit: { most: 6 } },
];

/** So much of the evening is the start: programs are compiled, pools filled, the first snapshots made. */
const START = 0.2;

export interface Growth {
  readonly measure: Measure;
  /** Each sample's value, also those of the start. */
  readonly values: readonly number[];
  /** How much it has grown since the start was over; NaN: there are too few samples. */
  readonly growth: number;
  readonly isFlat: boolean;
}

/**
 * How each measure has grown: the median slope between any two samples (Theil and Sen), which a few
 * odd ones do not move, over the whole time since the start.
 */
export function growths(samples: readonly Sample[]): Growth[] {
  const end = samples.at(-1)?.at ?? 0;
  const counted = samples.filter(({ at }) => at >= end * START);
  return MEASURES.map((measure) => {
    const points = counted.map((sample) => ({ at: sample.at, value: measure.of(sample) }));
    const slopes = points.flatMap((from, index) =>
      points.slice(index + 1).map((to) => (to.value - from.value) / (to.at - from.at)),
    );
    const growth = median(slopes) * (end - (counted[0]?.at ?? 0));
    const values = samples.map(measure.of);
    const { limit } = measure;
    const isFlat =
      'most' in limit
        ? values.every((value) => value <= limit.most) && values.length > 0
        : growth <= limit.growth;
    return { measure, values, growth, isFlat };
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
