import { describe, expect, test } from 'vitest';
import { readEntrances } from '#main/entrance/entrances/read-entrances.ts';
import { entrancesSchema } from '#shared/ipc/entrance-schemas.ts';
import { valueOf } from '../../ledger/support.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readEntrances(utf8(text));
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const HOUSE = [
  'entrance,name,name_de,colour,arrow,way,way_de,from,section,seat',
  'stalls,Stalls,Parkett,#1A6B8F,up,,,,Stalls*,',
  'balcony,"Balcony, left",Balkon links,,up-left,Up the stairs,Die Treppe hinauf,,Balcony*,* {odd}',
  'balcony,,,,,,,,Gallery,',
  'balcony,,,,right,Along the corridor,,stalls,,',
].join('\r\n');

test('a table of entrances is read: a line for each pattern, or for a way from elsewhere', () => {
  const entrances = valueOf(read(HOUSE));
  expect(entrances).toEqual([
    {
      ...{ id: 'stalls', name: 'Stalls', nameIn: { de: 'Parkett' }, colour: '#1a6b8f' },
      ...{ way: { arrow: 'up', words: null, wordsIn: {} }, waysFrom: {} },
      tickets: [{ section: 'Stalls*' }],
    },
    {
      ...{ id: 'balcony', name: 'Balcony, left', nameIn: { de: 'Balkon links' }, colour: null },
      way: { arrow: 'up-left', words: 'Up the stairs', wordsIn: { de: 'Die Treppe hinauf' } },
      waysFrom: { stalls: { arrow: 'right', words: 'Along the corridor', wordsIn: {} } },
      tickets: [{ section: 'Balcony*', seat: '* {odd}' }, { section: 'Gallery' }],
    },
  ]);
  expect(entrancesSchema.safeParse(entrances).success, 'it can be kept').toBe(true);
});

describe('as spreadsheets save it', () => {
  const GERMAN = 'entrance;name;section\r\nrang;Rang für Gäste;1. Rang*\r\n';
  const expected = [{ id: 'rang', name: 'Rang für Gäste', tickets: [{ section: '1. Rang*' }] }];
  const wide = (order: 'le' | 'be', delimiter = ';') => {
    const bytes = Buffer.from(`\u{FEFF}${GERMAN.replaceAll(';', delimiter)}`, 'utf16le');
    return Uint8Array.from(order === 'le' ? bytes : bytes.swap16());
  };
  test.each([
    ['with semicolons', utf8(GERMAN)],
    ['with a byte order mark', utf8(`\u{FEFF}${GERMAN}`)],
    ['in Latin-1', latin1(GERMAN)],
    ['in UTF-16', wide('le')],
    ['in UTF-16, the other way round', wide('be')],
    ['as Excel’s Unicode text: UTF-16 and tabs', wide('le', '\t')],
    ['as Unicode text, the other way round', wide('be', '\t')],
    ['with tabs', utf8(GERMAN.replaceAll(';', '\t'))],
    ['with the line ends of old', utf8(GERMAN.replaceAll('\r\n', '\n'))],
    ['with the delimiter in a first line', utf8(`sep=;\r\n${GERMAN}`)],
    ['with text markers', utf8(GERMAN.replace('1. Rang', "'1. Rang"))],
    ['with empty lines', utf8(`\r\n${GERMAN}\r\n;;\r\n`)],
    ['with capitals in the heading', utf8(GERMAN.replace('entrance;name', 'Entrance; NAME '))],
  ])('%s', (_how, file) => {
    expect(valueOf(readEntrances(file))).toMatchObject(expected);
  });
});

describe('what makes no sense is named by its line, and nothing is taken', () => {
  const HEAD = 'entrance,colour,arrow,section,name';
  test.each([
    ['a line of no entrance', ',,,Stalls,', 'no-entrance', null],
    ['a colour that is none', 'a,blue,,,', 'not-a-colour', 'blue'],
    ['an arrow to nowhere', 'a,,upstairs,,', 'not-an-arrow', 'upstairs'],
    ['a range that is none', 'a,,,Row {9-1},', 'not-a-pattern', 'Row {9-1}'],
    ['a cell too many', 'a,,,,,more', 'too-many-cells', 'more'],
    ['a name that is too long', `a,,,,${'x'.repeat(61)}`, 'too-long', 'x'.repeat(60)],
  ])('%s', (_what, line, fault, text) => {
    expect(read(`${HEAD}\nfine,,,*,\n${line}`)).toEqual({
      ok: false,
      error: { type: 'lines', lines: [{ line: 3, fault, text }], more: 0 },
    });
  });

  test('two names for one entrance', () => {
    expect(read('entrance,name\nbalcony,Left\nstalls,\nbalcony,Right')).toEqual({
      ok: false,
      error: {
        type: 'lines',
        lines: [{ line: 4, fault: 'contradiction', text: 'Right' }],
        more: 0,
      },
    });
  });

  test('a quotation mark that never closes: where it opens, beside what is wrong before', () => {
    const rest = 'x,Somewhere\n'.repeat(99_000);
    expect(read(`entrance,name\nok,Fine\n,Nobody\n\nbalcony,"Left\n${rest}`)).toEqual({
      ok: false,
      error: {
        type: 'lines',
        lines: [
          { line: 3, fault: 'no-entrance', text: null },
          { line: 5, fault: 'open-quote', text: null },
        ],
        more: 0,
      },
    });
  });

  test('a number that a spreadsheet has rounded', () => {
    expect(read('entrance;section\na;1,05E+11\nb;105\nc;105')).toMatchObject({
      error: { lines: [{ line: 2, fault: 'rounded-number', text: '1,05E+11' }] },
    });
  });

  test('a quotation mark where none may stand', () => {
    expect(read('entrance,name\nbalcony,"Left"s')).toMatchObject({
      error: { lines: [{ line: 2, fault: 'stray-quote' }] },
    });
  });

  test('lines after one with a line end in its cell are counted as an editor does', () => {
    expect(read('entrance,name\na,"Two\nlines"\n,Nobody')).toMatchObject({
      error: { lines: [{ line: 4, fault: 'no-entrance' }] },
    });
  });

  test('of many wrong lines the first fifty are named, and the others counted', () => {
    const answer = read(`${HEAD}\n${',,,x,\n'.repeat(99_999)}`);
    if (answer.ok || answer.error.type !== 'lines') throw new Error('it was taken');
    expect(answer.error.lines).toHaveLength(50);
    expect(answer.error.more).toBe(99_949);
  });

  test.each([
    ['an empty file', '', { type: 'empty' }],
    ['a heading alone', 'entrance,name\n', { type: 'empty' }],
    ['no entrance in the heading', 'name,section\na,b', { type: 'no-column', column: 'entrance' }],
    [
      'a column that nobody knows',
      'entrance,sekt\na,b',
      { type: 'unknown-column', column: 'sekt' },
    ],
    ['a column twice', 'entrance,name,Name\na,b,c', { type: 'column-twice', column: 'Name' }],
    [
      'an entrance for each ticket',
      `entrance\n${Array.from({ length: 101 }, (_, index) => index).join('\n')}`,
      { type: 'too-many-entrances' },
    ],
    [
      'more wildcards than a scan can be judged by',
      `entrance,section\n${Array.from({ length: 1_001 }, (_, index) => `a,${index}*`).join('\n')}`,
      { type: 'too-many-wide-patterns' },
    ],
    [
      'more lines than a house has seats',
      `entrance,seat\n${Array.from({ length: 100_001 }, (_, index) => `a,${index}`).join('\n')}`,
      { type: 'too-many-patterns' },
    ],
  ])('%s', (_what, text, error) => {
    expect(read(text)).toEqual({ ok: false, error });
  });
});

test('100,000 seats are read, and can be kept', () => {
  const seats = Array.from(
    { length: 100_000 },
    (_, index) => `balcony,"Row ${index >> 5}, ${index & 31}"`,
  );
  const entrances = valueOf(read(`entrance,seat\n${seats.join('\n')}`));
  expect(entrances[0]?.tickets).toHaveLength(100_000);
  expect(entrancesSchema.safeParse(entrances).success).toBe(true);
});
