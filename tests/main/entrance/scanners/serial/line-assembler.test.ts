import { LineAssembler } from '#main/entrance/scanners/serial/line-assembler.ts';
import type { Line } from '#main/entrance/scanners/serial/read-line.ts';
import type { SerialEnd } from '#shared/model/scanner.ts';
import { LONGEST_CODE } from '#shared/model/scan.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const ENDS = { cr: '\r', lf: '\n', crlf: '\r\n' } as const;
const CHARACTER_ENDS = ['cr', 'lf', 'crlf'] as const;
const GARBLED = { type: 'garbled' } as const;
const TOO_LONG = { type: 'too-long' } as const;
const SILENCE = Symbol('silence');

function code(text: string): Line {
  return { type: 'code', code: text };
}

/** A port that was silent after it was opened. */
function settled(end: SerialEnd): LineAssembler {
  const assembler = new LineAssembler(end);
  expect(assembler.silence()).toEqual([]);
  return assembler;
}

function feed(assembler: LineAssembler, parts: readonly (string | typeof SILENCE)[]): Line[] {
  return parts.flatMap((part) =>
    part === SILENCE ? assembler.silence() : assembler.push(Buffer.from(part)),
  );
}

test.each<[string, SerialEnd, (string | typeof SILENCE)[], Line[]]>([
  ['CR ends a code', 'cr', ['123\r456\r'], [code('123'), code('456')]],
  ['LF ends a code', 'lf', ['123\n456\n'], [code('123'), code('456')]],
  ['CR LF ends a code', 'crlf', ['123\r\n456\r\n'], [code('123'), code('456')]],
  ['CR LF is one end, cut between', 'crlf', ['123\r', '\n456\r', '\n'], [code('123'), code('456')]],
  [
    'who is set to CR and sends CR LF is read',
    'cr',
    ['123\r\n456\r\n'],
    [code('123'), code('456')],
  ],
  [
    'who is set to LF and sends CR LF is read',
    'lf',
    ['123\r\n456\r\n'],
    [code('123'), code('456')],
  ],
  [
    'a pause ends a code',
    'pause',
    ['12', '3', SILENCE, '456', SILENCE],
    [code('123'), code('456')],
  ],
  ['a pause after nothing is nothing', 'pause', [SILENCE, SILENCE], []],
  ['two codes without a pause between are not one', 'pause', ['123\r456\r', SILENCE], [GARBLED]],
  ['empty lines are nothing', 'cr', ['\r\r\r123\r\r'], [code('123')]],
  [
    'a code without its end is given up',
    'cr',
    ['123', SILENCE, SILENCE, '456\r'],
    [GARBLED, code('456')],
  ],
  [
    'its rest, late, is no code',
    'cr',
    ['123', SILENCE, '456\r789\r'],
    [GARBLED, GARBLED, code('789')],
  ],
  ['noise without an end costs no code', 'cr', ['\0', SILENCE, '456\r'], [code('456')]],
  ['who is set to CR LF and sends CR is never merged', 'crlf', ['1\r2\r', SILENCE], [GARBLED]],
  [
    'a code that never ends is refused, and the next one read',
    'cr',
    ['x'.repeat(100_000), '\r456\r'],
    [TOO_LONG, code('456')],
  ],
  [
    'a code behind too much noise is refused, not cut',
    'cr',
    [`${'\0'.repeat(12_350)}12345\r`],
    [TOO_LONG],
  ],
  ['one character too many is refused', 'lf', [`${'x'.repeat(LONGEST_CODE + 1)}\n`], [TOO_LONG]],
])('%s', (_what, end, parts, lines) => {
  expect(feed(settled(end), parts)).toEqual(lines);
});

describe('a port that is opened in the middle of a code', () => {
  test.each(CHARACTER_ENDS)('takes its rest for no code: %s', (end) => {
    const assembler = new LineAssembler(end);
    expect(assembler.isAdrift).toBe(true);
    expect(feed(assembler, [`45${ENDS[end]}678${ENDS[end]}`])).toEqual([GARBLED, code('678')]);
  });

  test('takes what comes before the first pause for no code', () => {
    expect(feed(new LineAssembler('pause'), ['45', SILENCE, '678', SILENCE])).toEqual([
      GARBLED,
      code('678'),
    ]);
  });
});

test('a port that goes in the middle of a code loses it, and counts it', () => {
  const assembler = settled('cr');
  assembler.push(Buffer.from('123\r45'));
  expect(assembler.isWaiting).toBe(true);
  expect(assembler.cut()).toEqual([GARBLED]);
  expect(assembler.cut()).toEqual([]);
});

describe('whatever comes', () => {
  const bytes = fc.uint8Array({ maxLength: 400 });
  const noisy = fc
    .array(fc.oneof(fc.constantFrom(0, 10, 13, 29, 48, 49, 65, 0xc3, 0xbc, 0xff), fc.nat(255)), {
      maxLength: 400,
    })
    .map((list) => Uint8Array.from(list));
  const anyBytes = fc.oneof(bytes, noisy);
  const cuts = fc.array(fc.nat(400), { maxLength: 20 });
  const anyEnd = fc.constantFrom<SerialEnd[]>('cr', 'lf', 'crlf', 'pause');

  test('any cutting of the bytes gives the same lines', () => {
    fc.assert(
      fc.property(anyBytes, cuts, anyEnd, fc.boolean(), (sent, at, end, isSettled) => {
        const begin = () => (isSettled ? settled(end) : new LineAssembler(end));
        const whole = begin();
        const cut = begin();
        const lines = pieces(sent, at).flatMap((piece) => cut.push(piece));
        expect([...lines, ...cut.silence()]).toEqual([...whole.push(sent), ...whole.silence()]);
      }),
    );
  });

  test('every code was sent, between two ends', () => {
    fc.assert(
      fc.property(anyBytes, fc.constantFrom(...CHARACTER_ENDS), (sent, end) => {
        const segments = Buffer.from(sent).toString('latin1').split(ENDS[end]);
        const sentLines = segments.slice(0, -1).map(bothWays);
        let next = 0;
        for (const line of settled(end).push(sent)) {
          if (line.type !== 'code') continue;
          const found = sentLines.findIndex(
            (ways, index) => index >= next && ways.some((way) => frames(way, line.code)),
          );
          expect(found).toBeGreaterThanOrEqual(next);
          next = found + 1;
        }
      }),
    );
  });

  test('codes come out as they were sent, in order, however they are cut', () => {
    const character = fc.constantFrom(...Array.from('0123456789abcXYZ -_;/=+ü€😀\u001d'));
    const oneCode = fc
      .array(character, { minLength: 1, maxLength: 40 })
      .map((characters) => characters.join(''))
      .filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(
        fc.array(oneCode, { maxLength: 20 }),
        cuts,
        fc.constantFrom(...CHARACTER_ENDS),
        (codes, at, end) => {
          const sent = Buffer.from(codes.map((text) => text + ENDS[end]).join(''));
          const assembler = settled(end);
          const lines = pieces(sent, at).flatMap((piece) => assembler.push(piece));
          expect(lines).toEqual(codes.map(code));
        },
      ),
    );
  });
});

/** The bytes, cut at these places. */
function pieces(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
  return places.slice(1).map((to, index) => bytes.subarray(places[index], to));
}

/** What a line can be read as. */
function bothWays(latin1: string): readonly string[] {
  return [latin1, Buffer.from(latin1, 'latin1').toString('utf8')];
}

/** Whether a line is this code, with control characters around it at most. */
function frames(line: string, inside: string): boolean {
  return line.includes(inside) && /^\p{Cc}*$/u.test(line.replace(inside, ''));
}
