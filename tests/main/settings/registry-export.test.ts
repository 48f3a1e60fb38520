import { expect, test } from 'vitest';
import { readRegistryExport } from '#main/settings/registry-export.ts';

const KEY = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Usher';

/** A file as `reg export` writes it. */
function exported(...lines: readonly string[]): Buffer {
  const text = ['Windows Registry Editor Version 5.00', '', ...lines, ''].join('\r\n');
  return Buffer.from(`\uFEFF${text}`, 'utf16le');
}

const read = (...lines: readonly string[]) =>
  Object.fromEntries(readRegistryExport(exported(`[${KEY}]`, ...lines), KEY) ?? []);

test('texts, numbers and lists are read as they were set', () => {
  expect(
    read(
      String.raw`"kioskName"="Foyer \"A\" \\ Größe, 東"`,
      '"verdictTime"=dword:00002328',
      '"languages"=hex(7):64,00,65,00,00,00,65,00,6e,00,00,00,00,00',
      '"timeZone"=hex(2):55,00,54,00,43,00,00,00',
    ),
  ).toEqual({
    kioskName: String.raw`Foyer "A" \ Größe, 東`,
    verdictTime: 9000,
    languages: ['de', 'en'],
    timeZone: 'UTC',
  });
});

test('a list that goes on in the next lines is one list', () => {
  expect(
    read('"languages"=hex(7):64,00,65,00,\\', '  00,00,65,00,\\', '  6e,00,00,00,00,00'),
  ).toEqual({ languages: ['de', 'en'] });
});

test('a text with line breaks of its own is one text', () => {
  expect(read('"wedge"="{', '  \\"layout\\": \\"de\\"', '}"', '"volume"="0.5"')).toEqual({
    wedge: '{\n  "layout": "de"\n}',
    volume: '0.5',
  });
});

test('what stands in other keys, below or beside, is none of it', () => {
  const file = exported(
    `[${KEY}\\Older]`,
    '"volume"="0.1"',
    `[${KEY.toUpperCase()}]`,
    '@="no name"',
    '"volume"="0.2"',
    `[${KEY}2]`,
    '"volume"="0.3"',
  );
  expect(Object.fromEntries(readRegistryExport(file, KEY) ?? [])).toEqual({ volume: '0.2' });
});

test('a value of a type that no setting has is told as nothing', () => {
  expect(read('"volume"=hex:01,02', '"silent"=hex(b):01,00,00,00,00,00,00,00')).toEqual({
    volume: null,
    silent: null,
  });
});

test.each([
  ['nothing', ''],
  ['an older form', 'REGEDIT4\r\n\r\n[x]\r\n"a"="b"'],
  ['a page of a web server', '<html>'],
])('%s is no export', (_what, text) => {
  expect(readRegistryExport(Buffer.from(text, 'utf16le'), KEY)).toBeNull();
  expect(readRegistryExport(Buffer.from(text), KEY)).toBeNull();
});
