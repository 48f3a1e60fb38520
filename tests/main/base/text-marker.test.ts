import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '#main/base/export/csv.ts';
import { readTable } from '#main/base/import/read-table.ts';
import { textOfFile } from '#main/base/import/text-of-file.ts';
import {
  isRounded,
  markedBarcode,
  unmarkedBarcode,
  withMarker,
  withoutMarker,
} from '#main/base/text-marker.ts';

describe('the text marker', () => {
  test.each([
    ['a leading zero', '00712345'],
    ['nineteen digits', '7140004007919123456'],
    ['twelve digits, which are shown as a power', '714000400791'],
    ['a power', '12E5'],
    ['a date', '1-12'],
    ['a time', '5 P'],
    ['a decimal', '1,5'],
    ['=', '=1+2'],
    ['+', '+49 30 1234'],
    ['-', '-1'],
    ['@', '@SUM(A1)'],
    ['a wide =', '＝1'],
    ['a tab', '\tA'],
    ['a carriage return', '\rA'],
    ['a formula after blanks', ' =1'],
    ['an apostrophe that looks like a marker', "'007"],
  ])('goes in front of %s', (_, text) => {
    expect(withMarker(text)).toBe(`'${text}`);
  });

  test.each([
    ['a semicolon', 'Smith;=1+2', "Smith;'=1+2"],
    ['a semicolon and a blank', 'Smith; -1', "Smith; '-1"],
    ['a tab', 'Smith\t@A', "Smith\t'@A"],
    ['a line break', 'Smith\r\n=1', "Smith\r\n'=1"],
    ['two semicolons', ';;=1', ";;'=1"],
  ])('goes in front of a formula after %s', (_, text, marked) => {
    expect(withMarker(text)).toBe(marked);
    expect(markedBarcode(text)).toBe(`'${marked}`);
  });

  test.each([
    ['a name', 'Zoë Müßig'],
    ['a Dutch name', "'t Hooft"],
    ['a seat', 'C 12'],
    ['a formula’s sign within', 'HT-2026=1, a@b'],
    ['a short number', '70112'],
    ['an instant', '2026-11-20T19:01:00.000+01:00'],
    ['nothing', ''],
  ])('leaves %s as it is', (_, text) => {
    expect(withMarker(text)).toBe(text);
    expect(withoutMarker(text)).toBe(text);
  });
});

const trickyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...["'", '=', '+', '-', '@', ';', ',', '\t', '\n', '"', ' ', '0', '12', 'E']),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

test('texts and barcodes survive export and import unchanged', () => {
  const line = fc.array(fc.record({ text: trickyText, isBarcode: fc.boolean() }), { minLength: 1 });
  fc.assert(
    fc.property(line, (cells) => {
      const written = cells.map(({ text, isBarcode }): CsvCell =>
        isBarcode ? { barcode: text } : text,
      );
      const heading = csvLine(['first', ...cells.map((_, index) => `column ${index}`)]);
      const file = BYTE_ORDER_MARK + heading + csvLine(['x', ...written]);
      const { lines, broken } = readTable(textOfFile(new TextEncoder().encode(file)));
      expect(broken).toBeNull();
      const read = lines[1]?.cells.slice(1) ?? [];
      const back = read.map((cell, index) =>
        cells[index]?.isBarcode === true ? unmarkedBarcode(cell) : withoutMarker(cell),
      );
      // Line breaks become those of the reader.
      expect(back).toEqual(cells.map(({ text }) => text.replaceAll(/\r\n?/g, '\n')));
    }),
    { numRuns: 1_000 },
  );
});

test('no cell begins a formula, whichever separator a locale uses', () => {
  fc.assert(
    fc.property(trickyText, (text) => {
      for (const marked of [withMarker(text), markedBarcode(text)]) {
        for (const cell of marked.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^\s*[=+\-@]/);
      }
    }),
  );
});

test.each(['7.14E+11', '7,14E+11', '7E+18', '-7.14e+11', '1.2E-05'])(
  'recognises %s as rounded',
  (cell) => {
    expect(isRounded(cell)).toBe(true);
  },
);

test.each(['714000400791', '7.14', '17.14E+11', 'E+11', "'7.14E+11", '7E+11A', ''])(
  'does not take %s for rounded',
  (cell) => {
    expect(isRounded(cell)).toBe(false);
  },
);
