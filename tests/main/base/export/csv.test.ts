import { csvLine } from '#main/base/export/csv.ts';
import { expect, test } from 'vitest';

test('plain text stays as it is, and every line ends as RFC 4180 wants it', () => {
  expect(csvLine(['4006381333931', '', 'Zoë Müßig 🎭'])).toBe('4006381333931,,Zoë Müßig 🎭\r\n');
});

test.each([
  ['a comma', 'Tosca, 19:30', '"Tosca, 19:30"'],
  ['quotes', 'the "Globe"', '"the ""Globe"""'],
  ['a new line', 'row 1\r\nseat 2', '"row 1\r\nseat 2"'],
])('%s does not end a cell', (_, text, cell) => {
  expect(csvLine(['before', text, 'after'])).toBe(`before,${cell},after\r\n`);
});

test.each(['=1+2', '+49 30 1234', '-1', '@SUM(A1)', '\t=1'])(
  'a spreadsheet does not run %j',
  (text) => {
    expect(csvLine([text])).toBe(`'${text}\r\n`);
  },
);

test('a formula with quotes is defused inside its quotes', () => {
  expect(csvLine(['\r=A("x")'])).toBe(`"'\r=A(""x"")"\r\n`);
});

test('only the beginning makes a formula', () => {
  expect(csvLine(['HT-2026=1', 'a@b'])).toBe('HT-2026=1,a@b\r\n');
});
