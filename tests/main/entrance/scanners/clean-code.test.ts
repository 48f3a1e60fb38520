import { normalizeCode } from '#main/entrance/scanners/clean-code.ts';
import { LONGEST_CODE } from '#shared/model/scan.ts';
import { describe, expect, test } from 'vitest';

const normalized = (code: string, symbology: string | null = null) =>
  normalizeCode({ code, symbology });

describe('a code is passed on exactly', () => {
  test.each([
    ['leading zeros stay', '00012345', '00012345'],
    ['blanks inside stay', 'AB 12  34', 'AB 12  34'],
    ['case stays', 'aBcD', 'aBcD'],
    ['a trailing CR LF goes', '12345\r\n', '12345'],
    ['STX and ETX around a code go', '\u000212345\u0003', '12345'],
    ['GS1 separators stay', '0109\u001d2112', '0109\u001d2112'],
    [
      'so do those of ISO/IEC 15434',
      '[)>\u001e06\u001d1P1\u001e\u0004',
      '[)>\u001e06\u001d1P1\u001e\u0004',
    ],
    ['umlauts and emoji stay', 'Ünï😀', 'Ünï😀'],
    ['the longest code is taken', 'x'.repeat(LONGEST_CODE), 'x'.repeat(LONGEST_CODE)],
  ])('%s', (_what, raw, code) => {
    expect(normalized(raw)).toEqual({ ok: true, value: { code, symbology: null } });
  });
});

test.each([
  ['a longer one is refused, not cut', 'x'.repeat(LONGEST_CODE + 1), 'too-long'],
  ['nothing but control characters is no code', '\r\n\t', 'empty'],
  ['nothing but blanks is no code', '   ', 'empty'],
  ['nothing but an identifier is no code', ']Q1', 'empty'],
])('%s', (_what, raw, error) => {
  expect(normalized(raw)).toEqual({ ok: false, error });
});

describe('one symbol is one code, whatever reads it', () => {
  // What the camera (zxing), HID POS, and keyboard or serial scanners with and without AIM identifiers give.
  test.each<[string, string, readonly (readonly [code: string, symbology: string | null])[]]>([
    [
      'Code 39',
      '2222/F1',
      [
        ['2222/F1', 'A0'],
        [']A02222/F1', null],
        ['2222/F1', null],
      ],
    ],
    [
      'QR code with a byte order mark',
      '00ABC',
      [
        ['00ABC', 'Q1'],
        ['\uFEFF00ABC', 'Q1'],
        [']Q1\uFEFF00ABC', null],
        ['\uFEFF]Q100ABC', null],
        ['\u00EF\u00BB\u00BF00ABC', null],
      ],
    ],
    [
      'UPC-A',
      '036000291452',
      [
        ['0036000291452', 'E0'],
        ['036000291452', 'E0'],
        [']E00036000291452', null],
        ['036000291452', null],
      ],
    ],
    [
      'EAN-13',
      '4006381333931',
      [
        ['4006381333931', 'E0'],
        [']E04006381333931', null],
      ],
    ],
    [
      'GS1-128',
      '0109501101530003\u001d10AB',
      [
        ['0109501101530003\u001d10AB', 'C1'],
        [']C10109501101530003\u001d10AB', null],
        ['\u001d0109501101530003\u001d10AB', null],
      ],
    ],
    [
      'Code 128 with 13 digits',
      '0036000291452',
      [
        ['0036000291452', 'C0'],
        ['0036000291452', null],
        ['\u0002]C00036000291452\r', null],
      ],
    ],
  ])('%s', (_symbol, code, forms) => {
    for (const [raw, symbology] of forms) {
      expect(normalized(raw, symbology), JSON.stringify(raw)).toMatchObject({ value: { code } });
    }
  });
});

describe('an AIM identifier', () => {
  test.each(['A0', 'C1', 'E0', 'Q3', 'd2', 'e0', 'L2', 'zA', 'X0'])(
    ']%s is the symbology',
    (aim) => {
      expect(normalized(`]${aim}12345`)).toEqual({
        ok: true,
        value: { code: '12345', symbology: aim },
      });
    },
  );

  test.each([']]C012', ']1212345', ']CZ12345', '] C012', 'A]C012'])(
    'is nothing else: %s',
    (code) => {
      expect(normalized(code)).toEqual({ ok: true, value: { code, symbology: null } });
    },
  );

  test('is part of the code where the scanner reports another one apart from it', () => {
    expect(normalized(']C012345', 'Q1')).toEqual({
      ok: true,
      value: { code: ']C012345', symbology: 'Q1' },
    });
  });
});
