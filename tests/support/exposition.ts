/** One number of a kiosk, as Prometheus reads it. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
const HELP = new RegExp(`^# HELP (${NAME}) \\S.*$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (\\S+)$`);

/**
 * Reads Prometheus' text format (0.0.4), and nothing that is not it: each family has one help and one
 * type, ahead of its samples; no sample is there twice; the last line ends.
 */
export function readExposition(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const helped = new Set<string>();
  const types = new Map<string, string>();
  const seen = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const help = HELP.exec(line)?.[1];
    if (help !== undefined) {
      if (helped.has(help)) throw new Error(`twice: ${line}`);
      helped.add(help);
      continue;
    }
    const [, typed, type] = TYPE.exec(line) ?? [];
    if (typed !== undefined && type !== undefined) {
      if (types.has(typed) || !helped.has(typed)) throw new Error(`out of place: ${line}`);
      types.set(typed, type);
      continue;
    }
    const [, name, labels = '', number] = SAMPLE.exec(line) ?? [];
    if (name === undefined || number === undefined) throw new Error(`no sample: ${line}`);
    const family = types.get(name) ?? types.get(name.replace(/_(bucket|sum|count)$/, ''));
    const value = number === '+Inf' ? Infinity : Number(number);
    if (family === undefined || Number.isNaN(value)) throw new Error(`no sample: ${line}`);
    if (family === 'counter' && !name.endsWith('_total')) throw new Error(`no counter: ${line}`);
    const key = line.slice(0, -number.length);
    if (seen.has(key)) throw new Error(`twice: ${line}`);
    seen.add(key);
    samples.push({ name, labels: readLabels(labels), value });
  }
  return samples;
}

function readLabels(text: string): Record<string, string> {
  const pairs = text.matchAll(/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g);
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value]));
}

/** The sum of the samples that have this name and these labels; undefined: there are none. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const found = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => (sample.labels[label] ?? '') === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}
