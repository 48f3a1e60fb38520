import { expect, test } from 'vitest';
import { readTable } from '#main/base/import/read-table.ts';
import { textOfFile } from '#main/base/import/text-of-file.ts';

const read = (file: string | Uint8Array) =>
  readTable(
    typeof file === 'string' ? textOfFile(new TextEncoder().encode(file)) : textOfFile(file),
  );
const cells = (file: string | Uint8Array) => {
  const { lines, broken } = read(file);
  expect(broken).toBeNull();
  return lines.map((line) => line.cells);
};

test('reads commas and quoted cells', () => {
  expect(cells('seat,text\r\nC 12,"Smith, ""Al"""\r\n')).toEqual([
    ['seat', 'text'],
    ['C 12', 'Smith, "Al"'],
  ]);
});

test('reads semicolons after a byte order mark, and tabs', () => {
  expect(cells('\uFEFFseat;text\nC 12;1,5 m\n')).toEqual([
    ['seat', 'text'],
    ['C 12', '1,5 m'],
  ]);
  expect(cells('seat\ttext\rC 12\ta;b\r')).toEqual([
    ['seat', 'text'],
    ['C 12', 'a;b'],
  ]);
});

test.each(['sep=;\n', 'SEP=;\r\n', '\uFEFFsep=;\r\n', '"sep=;"\r'])(
  'takes the delimiter from the first line: %j',
  (first) => {
    expect(read(`${first}buyer,or;seat\nA;C 12\n`)).toEqual({
      lines: [
        { line: 2, cells: ['buyer,or', 'seat'] },
        { line: 3, cells: ['A', 'C 12'] },
      ],
      broken: null,
    });
  },
);

test('takes a delimiter that only the first line names', () => {
  expect(cells('sep=|\nseat|text\nC 12|a,b;c')).toEqual([
    ['seat', 'text'],
    ['C 12', 'a,b;c'],
  ]);
});

test('reads UTF-16 with tabs in either byte order', () => {
  const text = Buffer.from('\uFEFFseat\ttext\r\nC 12\tça va\r\n', 'utf16le');
  const wanted = [
    ['seat', 'text'],
    ['C 12', 'ça va'],
  ];
  expect(cells(text)).toEqual(wanted);
  expect(cells(Buffer.from(text).swap16())).toEqual(wanted);
});

test('reads Latin-1, UTF-8 and UTF-16 alike', () => {
  const wanted = [['buyer'], ['Müller–Lüdenscheidt']];
  // The dash is one that Windows has in its Latin-1.
  const latin = Buffer.from('buyer\nMüller\u0096Lüdenscheidt', 'latin1');
  const wide = Buffer.from('\uFEFFbuyer\nMüller–Lüdenscheidt', 'utf16le');
  expect(cells(latin)).toEqual(wanted);
  expect(cells('buyer\nMüller–Lüdenscheidt')).toEqual(wanted);
  expect(cells(wide)).toEqual(wanted);
  expect(cells(Buffer.from(wide).swap16()), 'the other way round').toEqual(wanted);
});

test.each(['\n', '\r\n', '\r'])(
  'numbers lines correctly after a cell of several lines, with %j',
  (end) => {
    const file = ['seat,text', '', 'A 1,"two', 'lines"', ' , ', 'A 2,x'].join(end);
    expect(read(file)).toEqual({
      lines: [
        { line: 1, cells: ['seat', 'text'] },
        { line: 3, cells: ['A 1', 'two\nlines'] },
        { line: 6, cells: ['A 2', 'x'] },
      ],
      broken: null,
    });
  },
);

test('reports an open quote with the line where its row begins', () => {
  expect(read('seat,text\r\nA 1,x\r\nA 2,"never\r\nA 3,x\r\n').broken).toEqual({
    line: 3,
    fault: 'open-quote',
  });
});

test('reports text after a closing quote', () => {
  const file = 'seat,text\nA 1,"x" y\n';
  expect(read(file).broken).toEqual({ line: 2, fault: 'stray-quote' });
});

test('reads no lines from an empty file', () => {
  expect(cells('')).toEqual([]);
});
