import { BENCH_NAMES, BENCH_PARTS, type BenchPart } from '../bench/parts.ts';

/** One part of `npm run test:long`. */
export interface Part {
  readonly id: string;
  /** What it is, for the report. */
  readonly what: string;
  /** What npm is to run. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The others need it, also where it has passed on the same code. */
  readonly always?: boolean;
}

const MODEL_EVENINGS = 500;
const KILLS = 200;
const EXPLORER_MINUTES = 30;

/** The parts, the shorter ones first; `seed` makes what chance there is in them. */
export function partsOf(seed: number): readonly Part[] {
  const seeded = { USHER_SEED: String(seed), USHER_TESTS: 'all' };
  const bench = (id: BenchPart): Part => ({
    ...{ id: `bench-${id}`, what: `benchmark: ${BENCH_PARTS[id]}` },
    args: ['run', 'bench', '--', id, '--write'],
    env: {},
  });
  return [
    {
      ...{ id: 'build', what: 'the build that the others drive', always: true },
      ...{ args: ['run', 'build'], env: {} },
    },
    {
      id: 'model',
      what: `${MODEL_EVENINGS} evenings of the model`,
      args: ['run', 'test:unit', '--', '--run', 'tests/main/model'],
      env: { ...seeded, USHER_MODEL_RUNS: String(MODEL_EVENINGS) },
    },
    {
      id: 'explorer',
      what: `two doors and one ticket, explored for ${EXPLORER_MINUTES} minutes`,
      args: [
        ...['run', 'explore', '--', `--minutes=${EXPLORER_MINUTES}`, '--depth=8'],
        `--seed=${seed}`,
      ],
      env: {},
    },
    {
      id: 'sizes',
      what: 'what is small in npm test, at its full size',
      args: [
        'run',
        'test:unit',
        '--',
        '--run',
        // By itself vitest leaves one of two processors to whoever watches.
        '--maxWorkers=2',
        '--exclude=tests/main/model/**',
        '--exclude=tests/soak/**',
      ],
      env: seeded,
    },
    {
      id: 'soak',
      what: 'an evening of 20,000 scans with faults',
      args: ['run', 'soak', '--', `--seed=${seed}`, '--write'],
      env: {},
    },
    {
      id: 'kills',
      what: `the kiosk killed ${KILLS} times in the middle of a rush`,
      args: ['run', 'kill-test', '--', `--times=${KILLS}`, `--seed=${seed}`],
      env: {},
    },
    ...BENCH_NAMES.map(bench),
  ];
}
