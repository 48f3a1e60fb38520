import { expect, test } from 'vitest';
import { csvRows } from '#main/base/import/csv-rows.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string | Uint8Array, most = 100) =>
  csvRows(typeof text === 'string' ? bytesOf(text) : text, most);
const cells = (text: string | Uint8Array) => {
  const rows = read(text);
  if (!rows.ok) throw new Error(`expected rows: ${JSON.stringify(rows.error)}`);
  return rows.value.map((row) => row.cells);
};
const fault = (text: string | Uint8Array, most?: number) => {
  const rows = read(text, most);
  return rows.ok ? null : rows.error;
};

test('a table that a spreadsheet in the United States has saved', () => {
  expect(cells('seat,text\r\nC 12,"Smith, ""Al"""\r\n')).toEqual([
    ['seat', 'text'],
    ['C 12', 'Smith, "Al"'],
  ]);
});

test('with semicolons and a byte order mark, as in Germany; with tabs', () => {
  expect(cells('\uFEFFseat;text\nC 12;1,5 m\n')).toEqual([
    ['seat', 'text'],
    ['C 12', '1,5 m'],
  ]);
  expect(cells('seat\ttext\rC 12\ta;b\r')).toEqual([
    ['seat', 'text'],
    ['C 12', 'a;b'],
  ]);
});

test('as Excel’s Unicode text: UTF-16 with tabs, whichever byte comes first', () => {
  const text = Buffer.from('\uFEFFseat\ttext\r\nC 12\tça va\r\n', 'utf16le');
  const wanted = [
    ['seat', 'text'],
    ['C 12', 'ça va'],
  ];
  expect(cells(text)).toEqual(wanted);
  expect(cells(Buffer.from(text).swap16())).toEqual(wanted);
});

test('in Latin-1, as in UTF-8 and UTF-16', () => {
  const wanted = [['buyer'], ['Müller–Lüdenscheidt']];
  // The dash is one that Windows has in its Latin-1.
  const latin = Buffer.from('buyer\nMüller\u0096Lüdenscheidt', 'latin1');
  const wide = Buffer.from('\uFEFFbuyer\nMüller–Lüdenscheidt', 'utf16le');
  expect(cells(latin)).toEqual(wanted);
  expect(cells('buyer\nMüller–Lüdenscheidt')).toEqual(wanted);
  expect(cells(wide)).toEqual(wanted);
  expect(cells(Buffer.from(wide).swap16()), 'the other way round').toEqual(wanted);
});

test('each row knows its line, also after a cell of several lines; empty ones are left out', () => {
  const rows = read('seat,text\n\nA 1,"two\r\nlines"\n , \nA 2,x');
  expect(rows).toMatchObject({
    value: [{ line: 1 }, { line: 3, cells: ['A 1', 'two\r\nlines'] }, { line: 6 }],
  });
});

test('a quote that never closes is told by the line on which it opens', () => {
  expect(fault('seat,text\nA 1,x\nA 2,"never\nA 3,x\n')).toEqual({ type: 'open-quote', line: 3 });
});

test('what follows a closing quote', () => {
  expect(fault('seat,text\nA 1,"x" y\n')).toEqual({ type: 'after-quote', line: 2 });
});

test('100,000 lines are more than are taken: it says from which on', () => {
  const many = `seat\n${'A 1\n'.repeat(100_000)}`;
  expect(fault(many, 5_001)).toEqual({ type: 'too-long', line: 5_002 });
});

test('a spreadsheet’s own format, and nothing at all', () => {
  expect(fault(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 9]))).toEqual({ type: 'not-text' });
  expect(cells('')).toEqual([]);
});
