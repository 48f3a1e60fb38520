/**
 * `npm run bench`: what is promised of the kiosk's speed, memory and rest, beside the bare operations in
 * the same run; `npm run bench -- screen idle` takes some parts of it. Fails if a promise is missed.
 * `--write` puts the figures into docs/benchmarks.md; `--sizes=10000,100000` measures the parts that
 * are about tickets (`downloads`, `find`, `offline`) with other numbers of them.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FULL_DOWNLOADS, measureDownloads } from '#tests/bench/downloads.ts';
import { isMissed, tableOf, type Figure } from '#tests/bench/figures.ts';
import { FULL_FIND, measureFind } from '#tests/bench/find.ts';
import { FULL, measureOffline } from '#tests/bench/offline.ts';
import { electronInWords, measureOnScreen } from '#tests/bench/on-screen.ts';
import { FULL_OUTPUTS, measureOutputs } from '#tests/bench/outputs.ts';
import { machine, writeFigures } from '#tests/bench/page.ts';
import { measureScanners } from '#tests/bench/scanners.ts';
import { FULL_VENUE, measureVenue } from '#tests/bench/venue.ts';
import { builtWorkers } from '#tests/support/built-workers.ts';
import { WORKER_SOURCES } from '#tests/support/workers.ts';
import { BENCH_NAMES, BENCH_PARTS, SCREEN_PARTS, type BenchPart } from './bench/parts.ts';

process.chdir(resolve(import.meta.dirname, '..'));
const PAGE = 'docs/benchmarks.md';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const sizes = values.sizes?.split(',').map(Number);
const unknown = positionals.filter((name) => !(BENCH_NAMES as readonly string[]).includes(name));
if (unknown.length > 0 || sizes?.every((size) => size >= 1) === false) {
  console.error('npm run bench -- [PART …] [--sizes=10000,100000] [--write]');
  for (const name of BENCH_NAMES) console.error(`  ${name.padEnd(11)} ${BENCH_PARTS[name]}`);
  process.exit(2);
}

const say = (what: string): void => console.error(what);
const MEASURES: Record<BenchPart, () => Promise<Figure[]>> = {
  start: () => measureOnScreen('start'),
  screen: () => measureOnScreen('screen'),
  memory: () => measureOnScreen('memory'),
  idle: () => measureOnScreen('idle'),
  find: () => measureFind({ ...FULL_FIND, ...(sizes && { sizes }) }, say),
  scanners: () => measureScanners(say),
  async downloads() {
    const { workers, remove } = await builtWorkers(WORKER_SOURCES);
    const measures = { ...FULL_DOWNLOADS, ...(sizes && { sizes }) };
    return measureDownloads(measures, workers.snapshot, say).finally(remove);
  },
  camera: () => measureOnScreen('camera'),
  'camera-hour': () => measureOnScreen('camera-hour'),
  outputs: () => measureOutputs(FULL_OUTPUTS, say),
  async venue() {
    const { workers, remove } = await builtWorkers(WORKER_SOURCES);
    return measureVenue(FULL_VENUE, workers.house, say).finally(remove);
  },
  offline: () => measureOffline({ ...FULL, ...(sizes && { sizes }) }, say),
};

const chosen = BENCH_NAMES.filter((name) => positionals.length === 0 || positionals.includes(name));
const missed: string[] = [];
for (const name of chosen) {
  say(`\n── ${name}: ${BENCH_PARTS[name]}`);
  try {
    keep(name, await MEASURES[name]());
  } catch (error) {
    // The others are measured all the same.
    console.error(error);
    missed.push(`${name}: nothing was measured`);
  }
}
for (const what of missed) console.error(`missed: ${what}`);
process.exitCode = missed.length === 0 ? 0 : 1;

function keep(name: BenchPart, figures: readonly Figure[]): void {
  // Keyboards are read by a kiosk on a screen, too.
  const inElectron = name in SCREEN_PARTS || name === 'scanners';
  const runtime = inElectron ? [electronInWords()] : [];
  const text = `${machine(new Date(), ...runtime)}\n\n${tableOf(figures)}`;
  console.log(`\n${text}`);
  if (values.write) writeFigures(PAGE, name, text);
  missed.push(...figures.filter(isMissed).map(({ what, size }) => `${what} (${size})`));
}
