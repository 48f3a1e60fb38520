import { readFileSync, rmSync } from 'node:fs';
import { run } from './command.ts';
import { failuresOfPlaywright, failuresOfVitest, type Failure } from './failures.ts';
import { onAScreen } from './on-a-screen.ts';
import type { Need } from './provision.ts';
import { FAILED, PASSED, settle, tallyOfPlaywright, tallyOfVitest, type Tally } from './tally.ts';

/** How a stage ended: its counts, and which tests failed if it has tests. */
export interface Outcome {
  readonly tally: Tally;
  readonly failures: readonly Failure[];
}

/** One part of the whole test: it runs in the foreground and counts. */
export interface Stage {
  readonly name: string;
  /** What it needs from the machine. */
  readonly needs: readonly Need[];
  run(): Outcome;
}

const REPORTS = 'test-results';

/** A tool that either finds nothing to complain about, or does. */
function check(name: string, command: string, ...args: string[]): Stage {
  return {
    name,
    needs: [],
    run: () => ({ tally: run(command, args) === 0 ? PASSED : FAILED, failures: [] }),
  };
}

function counted(
  command: string,
  args: readonly string[],
  report: string,
  read: (report: unknown) => Outcome,
  env: NodeJS.ProcessEnv = {},
): Outcome {
  rmSync(report, { force: true });
  const exitCode = run(command, args, env);
  try {
    const { tally, failures } = read(JSON.parse(readFileSync(report, 'utf8')));
    return { tally: settle(tally, exitCode), failures };
  } catch {
    return { tally: FAILED, failures: [] };
  }
}

function readVitest(report: unknown): Outcome {
  return { tally: tallyOfVitest(report), failures: failuresOfVitest(report, process.cwd()) };
}

function readPlaywright(report: unknown): Outcome {
  return { tally: tallyOfPlaywright(report), failures: failuresOfPlaywright(report) };
}

function vitest(name: string, project: string, needs: Stage['needs']): Stage {
  const report = `${REPORTS}/vitest-${project}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    needs,
    run() {
      const args = ['run', '--project', project, ...reporters];
      if (!needs.includes('screen')) return counted('vitest', args, report, readVitest);
      const onScreen = onAScreen('vitest', args);
      return counted(onScreen.program, onScreen.args, report, readVitest);
    },
  };
}

function playwright(): Stage {
  const report = `${REPORTS}/playwright.json`;
  return {
    name: 'end to end, in Electron',
    needs: ['electron', 'screen'],
    run() {
      const { program, args } = onAScreen('playwright', ['test', '--reporter=list,json']);
      const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report };
      return counted(program, args, report, readPlaywright, env);
    },
  };
}

/** Everything, in the order in which a mistake shows soonest. */
export const STAGES: readonly Stage[] = [
  check('formatting', 'prettier', '--check', '--log-level=warn', '.'),
  check('lint', 'eslint', '.', '--max-warnings=0'),
  check('types: shared', 'tsc', '-p', 'tsconfig.shared.json'),
  check('types: node', 'tsc', '-p', 'tsconfig.node.json'),
  check('types: end to end', 'tsc', '-p', 'tsconfig.e2e.json'),
  check('types: preload', 'tsc', '-p', 'tsconfig.preload.json'),
  check(
    'types: renderer',
    'svelte-check',
    '--tsconfig',
    'tsconfig.renderer.json',
    '--fail-on-warnings',
  ),
  check('unused code', 'knip'),
  check('build', 'electron-vite', 'build', '--logLevel=warn'),
  vitest('unit tests', 'node', []),
  vitest('component tests', 'browser', ['chromium']),
  playwright(),
  vitest('the packaged kiosk', 'package', ['electron', 'screen', 'pty']),
];
