/** In what figures are told; `%` is of one processor. */
export const UNITS = [
  'ms',
  's',
  'MB',
  '%',
  'requests',
  'messages',
  'a second',
  '% of pictures',
] as const;

/** One measure, beside its bare operation where there is one. */
export interface Figure {
  readonly what: string;
  /** How many tickets, or scans, it was measured with. */
  readonly size: number;
  /** NaN: it could not be measured. */
  readonly ours: number;
  readonly bare: number | null;
  readonly unit: (typeof UNITS)[number];
  /** What is promised: so many times the bare operation, or so much at most. Null: nothing. */
  readonly toReach: { readonly ratio: number } | { readonly most: number } | null;
}

/** The value below which this part of the others lies; they are sorted. */
export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}

/** What is promised of many times: of 99 in a hundred of them, and of half of them where that is promised, too. */
export interface Promised extends Pick<Figure, 'what' | 'size' | 'toReach'> {
  readonly halfToReach?: Figure['toReach'];
}

/** Half of the times, in milliseconds, and 99 of a hundred. They are sorted. */
export function halfAndMost(
  { what, size, toReach, halfToReach = null }: Promised,
  ours: readonly number[],
  bare: readonly number[] | null,
): Figure[] {
  const figure = (name: string, part: number, promise: Figure['toReach']): Figure => ({
    what: `${what}, ${name}`,
    size,
    ours: percentile(ours, part),
    bare: bare === null ? null : percentile(bare, part),
    unit: 'ms',
    toReach: promise,
  });
  return [figure('p50', 0.5, halfToReach), figure('p99', 0.99, toReach)];
}

/** In the place of figures that cannot be taken here; what it is says why. Nothing is promised. */
export function notMeasured(what: string, size: number): Figure {
  return { what, size, ours: Number.NaN, bare: null, unit: 'ms', toReach: null };
}

/** Whether a figure is not what is promised. What could not be measured is not. */
export function isMissed({ ours, bare, toReach }: Figure): boolean {
  if (toReach === null) return false;
  if ('most' in toReach) return !(ours <= toReach.most);
  return !(bare !== null && ours / bare <= toReach.ratio);
}

const HEAD = ['what', 'size', 'ours', 'bare', 'ours / bare', 'to reach', ''];

/** The figures as a table of Markdown. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [HEAD, HEAD.map(() => '---'), ...figures.map(cellsOf)];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf(figure: Figure): string[] {
  const { what, size, ours, bare, unit } = figure;
  return [
    what,
    size.toLocaleString('en-GB'),
    Number.isNaN(ours) ? '' : `${rounded(ours)} ${unit}`,
    bare === null ? '' : `${rounded(bare)} ${unit}`,
    bare === null ? '' : (ours / bare).toFixed(2),
    promiseOf(figure),
    isMissed(figure) ? '**missed**' : '',
  ];
}

function promiseOf({ toReach, unit }: Figure): string {
  if (toReach === null) return '';
  return 'ratio' in toReach ? `at most ${toReach.ratio}` : `at most ${toReach.most} ${unit}`;
}

/** To three places that mean something. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}
