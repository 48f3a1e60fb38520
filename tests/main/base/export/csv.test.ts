import { csvLine } from '#main/base/export/csv.ts';
import { expect, test } from 'vitest';

test('plain text stays as it is, and every line ends as RFC 4180 wants it', () => {
  expect(csvLine(['Stalls', '', 'Zoë Müßig 🎭'])).toBe('Stalls,,Zoë Müßig 🎭\r\n');
});

test.each([
  ['a comma', 'Tosca, 19:30', '"Tosca, 19:30"'],
  ['a semicolon, which other locales separate with', 'Smith; Al', '"Smith; Al"'],
  ['quotes', 'the "Globe"', '"the ""Globe"""'],
  ['a new line', 'row 1\r\nseat 2', '"row 1\r\nseat 2"'],
  ['a blank at its end', 'row 1 ', '"row 1 "'],
])('%s does not end a cell', (_, text, cell) => {
  expect(csvLine(['before', text, 'after'])).toBe(`before,${cell},after\r\n`);
});

test('marks a barcode always, and other text where needed', () => {
  const cells = [{ barcode: 'HT-2026' }, { barcode: null }, 'HT-2026', '=1+2'];
  expect(csvLine(cells)).toBe("'HT-2026,,HT-2026,'=1+2\r\n");
});

test('a formula with quotes is defused inside its quotes', () => {
  expect(csvLine(['\r=A("x")'])).toBe(`"'\r'=A(""x"")"\r\n`);
});
