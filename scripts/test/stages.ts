import { readFileSync, rmSync } from 'node:fs';
import { run } from './command.ts';
import { onAScreen } from './on-a-screen.ts';
import type { Need } from './provision.ts';
import { FAILED, PASSED, settle, tallyOfPlaywright, tallyOfVitest, type Tally } from './tally.ts';

/** One part of the whole test: it runs in the foreground and counts. */
export interface Stage {
  readonly name: string;
  /** What it needs from the machine. */
  readonly needs: readonly Need[];
  run(): Tally;
}

const REPORTS = 'test-results';

/** A tool that either finds nothing to complain about, or does. */
function check(name: string, command: string, ...args: string[]): Stage {
  return { name, needs: [], run: () => (run(command, args) === 0 ? PASSED : FAILED) };
}

function counted(
  command: string,
  args: readonly string[],
  report: string,
  tallyOf: (report: unknown) => Tally,
  env: NodeJS.ProcessEnv = {},
): Tally {
  rmSync(report, { force: true });
  const exitCode = run(command, args, env);
  try {
    return settle(tallyOf(JSON.parse(readFileSync(report, 'utf8'))), exitCode);
  } catch {
    return FAILED;
  }
}

function vitest(name: string, project: string, needs: Stage['needs']): Stage {
  const report = `${REPORTS}/vitest-${project}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    needs,
    run() {
      const args = ['run', '--project', project, ...reporters];
      if (!needs.includes('screen')) return counted('vitest', args, report, tallyOfVitest);
      const onScreen = onAScreen('vitest', args);
      return counted(onScreen.program, onScreen.args, report, tallyOfVitest);
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
      return counted(program, args, report, tallyOfPlaywright, env);
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
