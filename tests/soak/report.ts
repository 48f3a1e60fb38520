import type { Growth } from './flatness.ts';
import type { Sample } from './messages.ts';
import type { Soaked } from './soak.ts';

const BARS = '▁▂▃▄▅▆▇█';
const MB = 1024 ** 2;
/** The evening begins at 17:00, in minutes. */
const FIVE = 17 * 60;

/** How a value went, sample by sample: from the least to the most that there was. */
export function sparkline(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values
    .map((value) => {
      const height = most === least ? 0 : ((value - least) / (most - least)) * (BARS.length - 1);
      return BARS[Math.round(height)];
    })
    .join('');
}

/** A sample, in a line that is written while it goes on. */
export function lineOf({ at, scans, heap, resident, wal, files }: Sample): string {
  const minutes = FIVE + Math.round(at / 60_000);
  const clock = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  const sizes = [heap, resident, wal].map((size) => (size / MB).toFixed(1));
  return `${clock}  ${scans} scans  heap ${sizes[0]} MB  resident ${sizes[1]} MB  WAL ${sizes[2]} MB  ${files} files`;
}

/** All measures, as a table of Markdown. */
export function tableOf(growths: readonly Growth[]): string {
  const head = ['what', 'least', 'most', 'grown by', 'may', 'through the evening', ''];
  const rows = growths.map(({ measure, values, growth, isFlat }) => {
    const { name, unit, limit } = measure;
    const say = (value: number) => `${Number(value.toFixed(1))}${unit && ` ${unit}`}`;
    const may = 'most' in limit ? `be ${say(limit.most)}` : `grow by ${say(limit.growth)}`;
    const range = [say(Math.min(...values)), say(Math.max(...values))];
    return [name, ...range, say(growth), may, sparkline(values), isFlat ? '' : '**missed**'];
  });
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** What the evening was made of, in a sentence each. */
export function courseOf({ samples, verdicts, happenings, lasted, took }: Soaked): string {
  const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} minutes`;
  const list = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([what, times]) => `${what} ${times}`).join(', ');
  return [
    `${samples.at(-1)?.scans ?? 0} scans in ${minutes(lasted)} of the evening, in ${minutes(took)}.`,
    `Verdicts shown: ${list(verdicts)}.`,
    `Besides: ${list(happenings)}.`,
  ].join('\n\n');
}
