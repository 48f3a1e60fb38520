import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** One face of a style sheet: its file, and the characters for which a browser takes it. */
const FACE =
  /font-style: normal;[^}]*url\((?<file>[^)]+\.woff2)\)[^}]*unicode-range: (?<range>[^;]+);/g;
/** Where the list of a WOFF2 file's tables begins. */
const TABLES_AT = 48;
/** The number of the table of characters in the list of known names, and that of one whose name is written out. */
const [CMAP, UNKNOWN] = [0, 63];
const [GLYF, LOCA] = [10, 11];
/** How `glyf` and `loca` say that they are stored as they are. */
const AS_IT_IS = 3;

/** Returns the characters that a style sheet of WOFF2 fonts can show. */
export function charactersOf(sheet: string): ReadonlySet<number> {
  const shown = new Set<number>();
  for (const { groups } of readFileSync(sheet, 'utf8').matchAll(FACE)) {
    const { file = '', range = '' } = groups ?? {};
    const isTaken = inRange(range);
    for (const one of charactersIn(join(dirname(sheet), file))) if (isTaken(one)) shown.add(one);
  }
  return shown;
}

function inRange(range: string): (character: number) => boolean {
  const spans = range.split(',').map((span) => {
    const [first = '', last = first] = span.trim().slice('U+'.length).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return (character) => spans.some(([first, last]) => character >= first && character <= last);
}

/** Reads the table of characters of a WOFF2 file (W3C WOFF 2.0, section 4 and 5; OpenType, `cmap`). */
function* charactersIn(path: string): Generator<number> {
  const cmap = tableOf(readFileSync(path));
  for (let table = 0; table < cmap.readUInt16BE(2); table += 1) {
    const at = cmap.readUInt32BE(4 + table * 8 + 4);
    const format = cmap.readUInt16BE(at);
    if (format === 4) yield* bySegments(cmap, at);
    else if (format === 12) yield* byGroups(cmap, at);
  }
}

function tableOf(font: Buffer): Buffer {
  let at = TABLES_AT;
  const number = () => {
    let value = 0;
    for (;;) {
      const byte = font.readUInt8(at);
      at += 1;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let [before, found] = [0, null as { start: number; end: number } | null];
  for (let table = 0; table < font.readUInt16BE(12); table += 1) {
    const flags = font.readUInt8(at);
    const name = flags & 63;
    at += name === UNKNOWN ? 5 : 1;
    const length = number();
    const how = flags >> 6;
    const isChanged = name === GLYF || name === LOCA ? how !== AS_IT_IS : how !== 0;
    const stored = isChanged ? number() : length;
    if (name === CMAP) found = { start: before, end: before + stored };
    before += stored;
  }
  if (found === null) throw new Error('the font has no table of characters');
  const all = brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20)));
  return all.subarray(found.start, found.end);
}

function* bySegments(cmap: Buffer, at: number): Generator<number> {
  const bytes = cmap.readUInt16BE(at + 6);
  for (let segment = 0; segment < bytes; segment += 2) {
    const end = cmap.readUInt16BE(at + 14 + segment);
    const start = cmap.readUInt16BE(at + 16 + bytes + segment);
    const delta = cmap.readUInt16BE(at + 16 + 2 * bytes + segment);
    const offsetAt = at + 16 + 3 * bytes + segment;
    const offset = cmap.readUInt16BE(offsetAt);
    for (let one = start; one <= end && one < 0xffff; one += 1) {
      const glyph =
        offset === 0
          ? (one + delta) & 0xffff
          : cmap.readUInt16BE(offsetAt + offset + (one - start) * 2);
      if (glyph !== 0) yield one;
    }
  }
}

function* byGroups(cmap: Buffer, at: number): Generator<number> {
  for (let group = 0; group < cmap.readUInt32BE(at + 12); group += 1) {
    const first = at + 16 + group * 12;
    for (let one = cmap.readUInt32BE(first); one <= cmap.readUInt32BE(first + 4); one += 1)
      yield one;
  }
}
