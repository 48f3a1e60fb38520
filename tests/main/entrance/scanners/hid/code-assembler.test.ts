import { describe, expect, test } from 'vitest';
import {
  CodeAssembler,
  PART_TIMEOUT,
  type Assembled,
} from '#main/entrance/scanners/hid/code-assembler.ts';
import type { ReportLayout } from '#main/entrance/scanners/hid/report.ts';
import { report, reportsOf } from './reports.ts';

const LAYOUTS: readonly ReportLayout[] = ['one-byte-count', 'two-byte-count'];

const code = (text: string, symbology: string | null = 'C0'): Assembled => ({
  type: 'code',
  code: text,
  symbology,
});
const garbled = (fault: string) => ({ type: 'garbled', fault });

function take(
  reports: readonly Uint8Array[],
  assembler = new CodeAssembler(null),
): readonly Assembled[] {
  return reports.flatMap((one) => assembler.take(one, 1000));
}

function changed(bytes: Uint8Array, changes: Record<number, number>): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (const [at, byte] of Object.entries(changes)) copy[Number(at)] = byte;
  return copy;
}

describe.each(LAYOUTS)('a scanner with a %s', (layout) => {
  const whole = (text: string) => reportsOf(layout, text);
  const after = report(layout, 'AFTER');

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('sends a code in %i parts', (parts) => {
    const text = 'Ab0 '.repeat(14 * parts).slice(0, 56 * parts - 1) + 'Z';
    expect(take(whole(text))).toEqual([code(text)]);
    expect(whole(text)).toHaveLength(parts);
  });

  test('sends 4,096 characters, and is refused one more', () => {
    expect(take(whole('7'.repeat(4096)))).toEqual([code('7'.repeat(4096))]);
    expect(take(whole('7'.repeat(4097)))).toEqual([garbled('too-long')]);
  });

  test('a code without end is given up once, and takes no more memory', () => {
    const endless = Array.from({ length: 1000 }, () =>
      report(layout, 'x'.repeat(56), { goesOn: true }),
    );
    expect(take([...endless, after, after])).toEqual([garbled('too-long'), code('AFTER')]);
  });

  test.each([
    ['leading zeros and blanks inside', '00 12  3 '],
    ['separators of GS1', '\u001d0109501101530003\u001d17261121'],
    ['UTF-8', 'Žluťoučký €'],
    ['a byte order mark', '\ufeffA'],
  ])('keeps %s', (_, text) => expect(take(whole(text))).toEqual([code(text)]));

  test.each(['\r', '\n', '\r\n'])(
    'adds the end of a line (%j), which is no part of the code',
    (end) => expect(take(whole(`12\r34${end}`))).toEqual([code('12\r34')]),
  );

  test('sends what is no UTF-8: it is Latin-1', () =>
    expect(take([report(layout, Buffer.from('caf\u00e9', 'latin1'))])).toEqual([
      code('caf\u00e9'),
    ]));

  test('splits a character between two parts', () => {
    const text = `${'x'.repeat(55)}€`;
    expect(take(whole(text))).toEqual([code(text)]);
  });

  test('ends a code with an empty part', () => {
    const parts = [report(layout, 'FULL', { goesOn: true }), report(layout, '')];
    expect(take(parts)).toEqual([code('FULL')]);
  });

  test.each([
    ['a count over 56', changed(after, { 1: 57 }), 'count-too-large'],
    ['no bracket', changed(after, { 2: 0x41, 3: 0x41 }), 'no-identifier'],
    ['a bracket alone', report(layout, 'A', { aim: ']\u0000\u0000' }), 'no-identifier'],
    ['nothing but its id', Uint8Array.of(2), 'cut-short'],
    ['63 bytes', after.slice(0, 63), 'cut-short'],
    ['an empty code', report(layout, ''), 'empty'],
    ['the end of a line alone', report(layout, '\r\n'), 'empty'],
  ])('a report with %s is no code', (_, bad, fault) => {
    const assembler = new CodeAssembler(null);
    expect(assembler.take(bad, 0)).toEqual([garbled(fault)]);
    expect(assembler.take(after, PART_TIMEOUT)).toEqual([code('AFTER')]);
  });

  test('an empty report is nothing, and puts in doubt what comes at once after it', () => {
    const assembler = new CodeAssembler(null);
    const [first = after, second = after] = whole('z'.repeat(80));
    const takenAt = (at: number, ...reports: Uint8Array[]) =>
      reports.flatMap((one) => assembler.take(one, at));
    expect(takenAt(0, new Uint8Array(), new Uint8Array())).toEqual([
      { type: 'other' },
      { type: 'other' },
    ]);
    expect(takenAt(PART_TIMEOUT, after)).toEqual([code('AFTER')]);
    // It may have been the first part: then this is the rest of a code.
    expect(takenAt(2000, new Uint8Array(), first, second, after)).toEqual([
      { type: 'other' },
      garbled('cut-short'),
      code('AFTER'),
    ]);
    expect(takenAt(3000, first, new Uint8Array(), second, after)).toEqual([
      garbled('cut-short'),
      code('AFTER'),
    ]);
  });

  test.each([
    ['no bracket', { 2: 0x41, 3: 0x41 }, 'no-identifier'],
    ['a count over 56', { 1: 99 }, 'count-too-large'],
  ])('of a code whose first part has %s, nothing is taken for a code', (_, change, fault) => {
    const [first = after, ...rest] = whole('x'.repeat(150));
    expect(take([changed(first, change), ...rest, after])).toEqual([garbled(fault), code('AFTER')]);
  });

  test('parts of different symbologies are no code, and neither is what follows them', () => {
    const parts = [
      report(layout, 'ONE', { aim: ']C0', goesOn: true }),
      report(layout, 'TWO', { aim: ']Q1', goesOn: true }),
      report(layout, 'THREE', { aim: ']Q1' }),
    ];
    expect(take([...parts, after])).toEqual([garbled('identifiers-differ'), code('AFTER')]);
  });

  test('a half code is given up after 500 ms, by its next report or by the clock', () => {
    const half = report(layout, 'HALF', { goesOn: true });
    const one = new CodeAssembler(null);
    expect(one.take(half, 0)).toEqual([]);
    expect(one.take(after, PART_TIMEOUT)).toEqual([garbled('incomplete'), code('AFTER')]);

    const other = new CodeAssembler(null);
    expect(other.take(half, 0)).toEqual([]);
    expect(other.waiting).toBe(true);
    expect(other.expire(PART_TIMEOUT - 1)).toEqual([]);
    expect(other.expire(PART_TIMEOUT)).toEqual([garbled('incomplete')]);
    expect(other.waiting).toBe(false);
  });

  test('reports with other ids are no part of a code, also in its middle', () => {
    const [first = after, second = after] = whole('y'.repeat(80));
    const status = Uint8Array.from({ length: 64 }, () => 4);
    expect(take([status, first, status, second])).toEqual([
      { type: 'other' },
      { type: 'other' },
      code('y'.repeat(80)),
    ]);
  });

  test('Windows pads a report to the longest', () =>
    expect(take([Uint8Array.from({ length: 70 }, (_, at) => after[at] ?? 0xff)])).toEqual([
      code('AFTER'),
    ]));

  test('without identifiers it is read where the descriptor tells the layout, only there', () => {
    const bare = [report(layout, 'BARE', { aim: '' })];
    expect(take(bare, new CodeAssembler(layout))).toEqual([code('BARE', null)]);
    expect(take(bare)).toEqual([garbled('no-identifier')]);
  });

  test('a report in the other layout than the descriptor says is no code', () => {
    const other = layout === 'one-byte-count' ? 'two-byte-count' : 'one-byte-count';
    expect(take([after], new CodeAssembler(other))).toHaveLength(1);
    expect(take([after], new CodeAssembler(other))[0]?.type).toBe('garbled');
  });
});

describe('a scanner whose reports have no place for the identifier', () => {
  const whole = (text: string) => reportsOf('without-identifier', text);
  const described = () => new CodeAssembler('without-identifier');

  test.each([1, 2, 9])(
    'sends a code in %i parts, where the descriptor tells its layout',
    (parts) => {
      const text = 'Ab0 '.repeat(14 * parts).slice(0, 56 * parts - 1) + 'Z';
      expect(take(whole(text), described())).toEqual([code(text, null)]);
      expect(take(whole(text))).toEqual([garbled('no-identifier')]);
    },
  );

  test('keeps a bracket that a code begins with', () =>
    expect(take(whole(']C0123'), described())).toEqual([code(']C0123', null)]));
});
