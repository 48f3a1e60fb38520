import { errorDetails, MUST_HAVE } from '#shared/api/index.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** No record of an answer is nested deeper than this: a performance of a production of a client. */
const DEEPEST = 8;

/** The members that decide about an answer as a whole. */
const DECIDES: ReadonlySet<unknown> = new Set([
  ...Object.values(MUST_HAVE).flat(),
  'errorDetails',
  'tickets',
]);

/** A path in the JSON: names and list indexes, from the outside in. */
type Path = readonly (string | number)[];

/**
 * Thrown when a member that decides about the whole answer occurs twice, because it is unclear which is
 * meant.
 */
export class SaidTwice extends Error {
  readonly member: string;

  constructor(path: Path) {
    super('said twice');
    this.member = path.join('.');
  }
}

/**
 * Parses the JSON of an answer like `JSON.parse`, except for members that occur twice in one object:
 * `JSON.parse` takes the last one, here the member becomes undefined. Throws {@link SaidTwice} for a member
 * that decides about the answer.
 */
export function parseAnswer(text: string): unknown {
  const json: unknown = JSON.parse(text);
  for (const path of saidTwice(text)) {
    if (decides(path)) throw new SaidTwice(path);
    forget(json, path);
  }
  return json;
}

function decides([outer, inner, ...rest]: Path): boolean {
  if (inner === undefined) return DECIDES.has(outer);
  return outer === 'errorDetails' && rest.length === 0 && inner in errorDetails.fields;
}

function forget(json: unknown, path: Path): void {
  let place = json;
  for (const step of path.slice(0, -1)) place = memberOf(place, step);
  const last = path.at(-1);
  if (isObject(place) && last !== undefined) place[last] = undefined;
}

function memberOf(place: unknown, step: string | number): unknown {
  return isObject(place) ? place[step] : undefined;
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}

/** An object or a list that is being scanned. */
interface Level {
  /** Null for a list. */
  readonly names: Set<string> | null;
  /** The current name or index in it. */
  step: string | number;
  isNameNext: boolean;
}

/** Yields the paths of names that occur again in the same object. The text has to be valid JSON. */
function* saidTwice(text: string): Generator<Path> {
  const levels: Level[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const level = depth <= DEEPEST ? levels.at(-1) : undefined;
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfText(text, at);
        if (level?.isNameNext === true && level.names !== null) {
          const name = nameIn(text.slice(at, end + 1));
          level.step = name;
          level.isNameNext = false;
          if (level.names.has(name)) yield levels.map(({ step }) => step);
          level.names.add(name);
        }
        at = end;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_LIST: {
        depth += 1;
        if (depth > DEEPEST) break;
        const isList = text.charCodeAt(at) === OPEN_LIST;
        levels.push({ names: isList ? null : new Set(), step: 0, isNameNext: !isList });
        break;
      }
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        if (depth <= DEEPEST) levels.pop();
        depth -= 1;
        break;
      case COMMA:
        if (level === undefined) break;
        if (typeof level.step === 'number') level.step += 1;
        level.isNameNext = level.names !== null;
        break;
    }
  }
}

/** Returns where the string ends whose opening quotation mark is `at` this place. */
function endOfText(text: string, at: number): number {
  let end = at + 1;
  while (text.charCodeAt(end) !== QUOTE) end += text.charCodeAt(end) === BACKSLASH ? 2 : 1;
  return end;
}

/** A name may be written with escapes: `err\u006fr` is `error`. */
function nameIn(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}
