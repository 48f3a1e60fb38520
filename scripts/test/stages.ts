import { resolve } from 'node:path';
import { toolOf } from './tools.ts';
import type { Job } from './pool.ts';
import type { Need } from './provision.ts';
import { readPlaywright, readVitest, type ReadReport } from './reports.ts';
import { UNDER_WAY } from './under-way.ts';

/** One part of the whole test. */
export interface Stage extends Job {
  readonly name: string;
  /** What it needs from the machine. */
  readonly needs: readonly Need[];
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** What it may take at most: many times what it does take, so that only what hangs is ended. */
  readonly minutes: number;
  /** What it leaves if it has tests; a stage without a report counts as one. */
  readonly report: {
    readonly file: string;
    readonly read: ReadReport;
    /** What has begun and not ended, as long as it runs. */
    readonly underWay: string;
  } | null;
}

const MINUTES = 30;

/** Where reports and what the stages say are kept. */
export const RESULTS = 'test-results';

/** Where Node keeps what it has compiled, so that the thousand threads of the tests, and more, need not do it again. */
export const COMPILED = resolve(import.meta.dirname, '../..', RESULTS, 'compiled');

const node = (packageName: string, command: string, ...args: string[]) => [
  process.execPath,
  toolOf(packageName, command),
  ...args,
];

/**
 * Lets everything else go first: what is timed by a person or a scanner does not wait for what only
 * computes, and that takes what the others leave. Linux knows work that is done when there is no other.
 */
function behind(command: readonly string[]): readonly string[] {
  if (process.platform === 'win32') return command;
  const idle = process.platform === 'linux' ? ['chrt', '--idle', '0'] : ['nice', '-n', '19'];
  return [...idle, ...command];
}

/** A tool that either finds nothing to complain about, or does. */
function check(id: string, name: string, command: readonly string[]): Stage {
  return {
    ...{ id, name, needs: [], cores: 0.5, after: [] },
    ...{ command: behind(command), env: {}, minutes: MINUTES, report: null },
  };
}

/** By the native TypeScript: the one in JavaScript, which Svelte's and the linter's tools need, takes three times as long. */
function types(part: string, name: string): Stage {
  const command = node('typescript-native', 'tsc', '-p', `tsconfig.${part}.json`);
  return check('types', `types: ${name}`, command);
}

interface VitestStage extends Partial<
  Pick<Stage, 'needs' | 'after' | 'cores' | 'minutes' | 'env'>
> {
  readonly workers?: number;
}

function vitest(
  id: string,
  name: string,
  projects: readonly string[],
  { workers = 1, env = {}, ...rest }: VitestStage = {},
): Stage {
  const file = `${RESULTS}/vitest-${id}.json`;
  const underWay = `${RESULTS}/vitest-${id}.under-way`;
  const reporters = [
    ...['default', 'json', './scripts/test/under-way-in-vitest.ts'].map(
      (reporter) => `--reporter=${reporter}`,
    ),
    `--outputFile.json=${file}`,
  ];
  const command = node(
    ...(['vitest', 'vitest', 'run'] as const),
    ...projects.map((project) => `--project=${project}`),
    `--maxWorkers=${workers}`,
    ...reporters,
  );
  return {
    ...{ id, name, needs: [], cores: 0.5, after: [], minutes: MINUTES, ...rest },
    command,
    env: { ...env, [UNDER_WAY]: underWay },
    report: { file, read: readVitest, underWay },
  };
}

const PLAYWRIGHT_REPORT = `${RESULTS}/playwright.json`;
const PLAYWRIGHT_UNDER_WAY = `${RESULTS}/playwright.under-way`;

/** Everything: first the build and what has the machine to itself, then the others, the long ones first. */
export const STAGES: readonly Stage[] = [
  // Before all others: two of them wait for it.
  {
    ...check('build', 'build', node('electron-vite', 'electron-vite', 'build', '--logLevel=warn')),
    cores: 2,
  },
  {
    ...{ id: 'e2e', name: 'end to end, in Electron', needs: ['electron', 'screen'] },
    // All of them: what scanners and people type there has to come in time.
    ...{ cores: Infinity, after: ['build'] },
    env: {
      PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT,
      // What its configuration tells the workers; the process that begins them has read this before.
      PW_DISABLE_TS_ESM: '1',
      [UNDER_WAY]: PLAYWRIGHT_UNDER_WAY,
    },
    minutes: 40,
    command: node(
      ...(['@playwright/test', 'playwright', 'test'] as const),
      '--reporter=list,json,./scripts/test/under-way-in-playwright.ts',
    ),
    report: { file: PLAYWRIGHT_REPORT, read: readPlaywright, underWay: PLAYWRIGHT_UNDER_WAY },
  },
  // Nothing beside them: they take half the time that they take beside another stage. Four workers have room, since a
  // test waits for a third of its time, for a second to pass or for a guest.
  vitest('unit', 'unit tests', ['node', 'node-together'], {
    ...{ workers: 4, cores: 2, minutes: 40, env: { NODE_COMPILE_CACHE: COMPILED } },
  }),
  // Four pages: most of the time they wait for the next frame, or for a person who types.
  vitest('component', 'component tests', ['browser'], {
    ...{ needs: ['chromium'], cores: 0.5, workers: 4 },
  }),
  vitest('package', 'the packaged kiosk', ['package'], {
    ...{ needs: ['electron', 'screen', 'pty'], after: ['build'], cores: 1 },
  }),
  {
    ...check('lint', 'lint', node('oxlint', 'oxlint', '--max-warnings=0')),
    needs: ['oxlint'],
  },
  check(
    'lint',
    'lint: Svelte',
    node('eslint', 'eslint', '--max-warnings=0', 'src/**/*.svelte', 'src/**/*.svelte.ts'),
  ),
  types('node', 'node'),
  check(
    'types',
    'types: renderer',
    node(
      'svelte-check',
      'svelte-check',
      '--tsconfig',
      'tsconfig.renderer.json',
      '--fail-on-warnings',
    ),
  ),
  check('format', 'formatting', node('prettier', 'prettier', '--check', '--log-level=warn', '.')),
  types('e2e', 'end to end'),
  types('shared', 'shared'),
  types('preload', 'preload'),
  check('unused', 'unused code', node('knip', 'knip')),
];
