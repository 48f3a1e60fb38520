/**
 * `npm run test:windows -- COMMAND`: what touches files, processes, sockets and native modules, tested on Node
 * for Windows; and an evening with the built kiosk. With `all`, or folders and files,
 * those unit tests alone. COMMAND runs a script there as `node` does, with
 * this machine's files under `Z:\`, and tells what it says through the files that WINDOWS_OUT and WINDOWS_ERR name:
 * in Wine a program of Node cannot write into a pipe. On a real Windows: `npm run test:unit`.
 */
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './test/command.ts';
import { readVitest, toldOf } from './test/reports.ts';
import { RESULTS } from './test/stages.ts';
import { inWords, tallyOf } from './test/tally.ts';
import { windowsCheckout } from './windows/checkout.ts';
import { TOUCHING } from './windows/touching.ts';
import { complaintsOf, LEFT_OUT } from './windows/left-out.ts';

const [command, ...named] = process.argv.slice(2);
if (command === undefined) {
  console.error('npm run test:windows -- COMMAND [all | tests/main/ledger …]');
  process.exit(2);
}
const chosen = named.includes('all') ? [] : named.length > 0 ? named : TOUCHING;
const nodeForWindows = resolve(command);
process.chdir(resolve(import.meta.dirname, '..'));
const folder = resolve(RESULTS, 'windows');
const log = (name: string) => resolve(RESULTS, 'logs', `windows-${name}.log`);

mkdirSync(resolve(RESULTS, 'logs'), { recursive: true });
windowsCheckout(folder);

const REPORT = 'vitest-windows.json';
rmSync(join(folder, REPORT), { force: true });
const exitCode = run(
  'bash',
  [
    ...[nodeForWindows, join(folder, 'node_modules/vitest/vitest.mjs'), 'run'],
    ...['--root', folder, '--project=node', '--project=node-together'],
    // Of two processors vitest takes one there; a test waits for much of its time.
    '--maxWorkers=2',
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`],
    ...chosen,
  ],
  // Where all tests have to run, those that need what only Linux has must not count as failed there.
  { CI: '', WINDOWS_OUT: log('out'), WINDOWS_ERR: log('err'), WINDOWS_SECONDS: '1800' },
);

// Files are named as Windows sees them.
const report = readFileSync(join(folder, REPORT), 'utf8').replaceAll(`Z:${folder}/`, '');
const cases = readVitest(JSON.parse(report));
// Of a part of the tests nobody can say that one holds again.
const complaints = complaintsOf(cases, LEFT_OUT).filter(
  ({ where }) => chosen.length === 0 || cases.some((each) => each.where === where),
);
for (const { where, why } of complaints)
  console.log(`\n${toldOf({ where, why, status: 'failed' })}`);
console.log(`\nWindows’ Node: ${inWords(tallyOf(cases, exitCode))}`);
for (const { where, why } of LEFT_OUT) console.log(`left out: ${where}: ${why}`);
const isGood = complaints.length === 0 && cases.length > 0;
process.exitCode = isGood && (named.length > 0 || evening() === 0) ? 0 : 1;

/** The built kiosk, in a browser here and a process there: an evening with it. Returns the exit code. */
function evening(): number {
  const built = run('npm', ['run', '--silent', 'build']);
  if (built !== 0) return built;
  cpSync('out', join(folder, 'out'), { recursive: true });
  return run('playwright', ['test', '--config=playwright.windows.config.ts'], {
    NODE_FOR_WINDOWS: nodeForWindows,
    WINDOWS_CHECKOUT: folder,
  });
}
