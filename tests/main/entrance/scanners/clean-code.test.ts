import { cleanCode } from '#main/entrance/scanners/clean-code.ts';
import { LONGEST_CODE } from '#shared/model/scan.ts';
import { describe, expect, test } from 'vitest';

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
    expect(cleanCode(raw)).toEqual({ ok: true, value: code });
  });
});

test.each([
  ['a longer one is refused, not cut', 'x'.repeat(LONGEST_CODE + 1), 'too-long'],
  ['nothing but control characters is no code', '\r\n\t', 'empty'],
  ['nothing but blanks is no code', '   ', 'empty'],
])('%s', (_what, raw, error) => {
  expect(cleanCode(raw)).toEqual({ ok: false, error });
});
