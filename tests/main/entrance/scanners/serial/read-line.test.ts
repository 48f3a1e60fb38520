import { readLine } from '#main/entrance/scanners/serial/read-line.ts';
import { LONGEST_CODE } from '#shared/model/scan.ts';
import { expect, test } from 'vitest';

test.each([
  ['leading zeros stay', '00012345', '00012345'],
  ['blanks inside and around stay', ' AB 12  34 ', ' AB 12  34 '],
  ['case stays', 'aBcD', 'aBcD'],
  [
    'GS1 separators stay, the first and the last, too',
    '\u001d01\u001d21\u001d',
    '\u001d01\u001d21\u001d',
  ],
  [
    'the parts of an ISO 15434 code stay',
    '[)>\u001e06\u001d1P\u001e\u0004',
    '[)>\u001e06\u001d1P\u001e\u0004',
  ],
  ['a Tab inside stays, one after the code goes', 'A\tB\t', 'A\tB'],
  ['STX and ETX around a code go', '\u000212345\u0003', '12345'],
  ['the other half of a CR LF goes', '\n12345\r', '12345'],
  ['NULs of a wire that was plugged in go', '\0\u000012345\0', '12345'],
  ['umlauts and emoji stay', 'Ünï😀', 'Ünï😀'],
  ['a byte order mark stays', '\ufeff12345', '\ufeff12345'],
  ['the longest code is taken', 'x'.repeat(LONGEST_CODE), 'x'.repeat(LONGEST_CODE)],
  [
    'the longest code is taken in three bytes a character',
    '€'.repeat(LONGEST_CODE),
    '€'.repeat(LONGEST_CODE),
  ],
])('%s', (_what, sent, code) => {
  expect(readLine(Buffer.from(sent))).toEqual({ type: 'code', code });
});

test('bytes that are no UTF-8 are Latin-1', () => {
  expect(readLine(Buffer.from('M\u00fcller', 'latin1'))).toEqual({ type: 'code', code: 'Müller' });
});

test.each([
  ['a longer code is refused, not cut', 'x'.repeat(LONGEST_CODE + 1), { type: 'too-long' }],
  ['nothing is nothing', '', null],
  ['framing alone is nothing', '\0\u0002\r\n\t\u0003', null],
  ['blanks alone are no code', '   ', { type: 'garbled' }],
  ['a NUL inside is no code', '12\u000045', { type: 'garbled' }],
  ['two codes with a line end between are not one', '123\r456', { type: 'garbled' }],
  ['a bell inside is no code', '12\u000745', { type: 'garbled' }],
])('%s', (_what, sent, line) => {
  expect(readLine(Buffer.from(sent))).toEqual(line);
});

test('control characters among Latin-1 are bytes at the wrong speed', () => {
  expect(readLine(Buffer.from([0xe6, 0x98, 0xff, 0x66]))).toEqual({ type: 'garbled' });
});
