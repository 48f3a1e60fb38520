import { describe, expect, test } from 'vitest';
import { MUST_HAVE } from '#shared/api/index.ts';
import {
  exactText,
  shownDescription,
  shownHtml,
  shownNotice,
  shownText,
} from '#shared/api/field.ts';
import {
  readCode,
  readDate,
  readDouble,
  readFlag,
  readInteger,
  readText,
} from '#shared/api/lenient.ts';
import { ODDITIES, RECORDS } from './answers.ts';

const NOON = Date.UTC(2026, 10, 22, 12);

describe('a value is understood in another form', () => {
  test.each([
    [readInteger, '12', 12],
    [readInteger, ' -12 ', -12],
    [readDouble, '1.5', 1.5],
    [readText(300), 12, '12'],
    [readFlag, 'True', true],
    [readFlag, 'false', false],
    [readDate, `${NOON}`, NOON],
    [readDate, '2026-11-22T12:00:00Z', NOON],
    [readDate, '2026-11-22T13:00:00.000+01:00', NOON],
    [readDate, '2026-11-22 07:00-0500', NOON],
    [readDate, '2026-11-23T02:00:00+14:00', NOON],
    [readDate, '2026-11-22T24:00:00Z', NOON + 12 * 60 * 60_000],
    [readDate, '2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
    [readDate, '0000-01-01T00:00:00Z', Date.parse('0000-01-01T00:00:00Z')],
    [readDate, -0, -0],
    [readCode(300), ' u ', 'U'],
    [readCode(300), 'Someday', 'Someday'],
  ])('%s reads %j as %j', (read, value, meant) => {
    expect(read(value)).toBe(meant);
  });
});

test('what a web page has left in a text is read as it was meant, once; HTML, and what a ticket is found by, stay as they are', () => {
  expect(shownText.read('Romeo &amp; Juliet')).toBe('Romeo & Juliet');
  expect(shownText.read('&amp;lt;live&amp;gt;')).toBe('&lt;live&gt;');
  expect(shownNotice.read('Caf&eacute; open &lt;late&gt; &unknown;')).toBe(
    'Café open <late> &unknown;',
  );
  expect(shownHtml.read('<b>R&amp;B</b>')).toBe('<b>R&amp;B</b>');
  expect(shownDescription.read('<b>R&amp;B</b>')).toBe('<b>R&amp;B</b>');
  expect(exactText.read('A&amp;B')).toBe('A&amp;B');
  expect(shownText.strict.parse('Romeo &amp; Juliet'), 'as it was sent').toBe('Romeo &amp; Juliet');
});

describe('a value that may mean two things means nothing', () => {
  test.each([
    [readInteger, '1.5'],
    [readInteger, 1.5],
    [readInteger, '9007199254740993'],
    [readInteger, ''],
    [readInteger, '0x1f'],
    [readInteger, '1e3'],
    [readInteger, true],
    [readDouble, 'Infinity'],
    [readDouble, ''],
    [readText(300), true],
    [readText(300), ['A 7']],
    [readFlag, 0],
    [readFlag, 1],
    [readFlag, 'yes'],
    [readFlag, null],
    [readDate, '2026-11-22'],
    [readDate, '2026-11-22T12:00:00'],
    [readDate, '2026-13-22T12:00:00Z'],
    [readDate, '2026-02-30T12:00:00Z'],
    [readDate, '2026-02-29T12:00:00+01:00'],
    [readDate, '2026-04-31 12:00Z'],
    [readDate, '2026-11-00T12:00:00Z'],
    [readDate, '2026-11-22T24:00:01Z'],
    [readDate, '2026-11-22T23:59:60Z'],
    [readDate, '2026-11-22T12:60:00Z'],
    [readDate, '26-11-22T12:00:00Z'],
    [readDate, '+002026-11-22T12:00:00Z'],
    [readDate, '2026-11-22T12:00:00+24:00'],
    [readDate, '2026-11-22T12:00:00+1:00'],
    [readDate, '2026-11-22T12:00:00+01'],
    [readDate, '2026-11-22T12:00:00 CET'],
    [readDate, '٢٠٢٦-11-22T12:00:00Z'],
    [readDate, '11/22/2026'],
    [readDate, Number.MAX_SAFE_INTEGER],
    [readCode(300), ' '],
    [readCode(300), null],
  ])('%s does not read %j', (read, value) => {
    expect(read(value)).toBeUndefined();
  });
});

describe('the table of what decides', () => {
  test('has a list for every record that has to have something, and for no other', () => {
    const lists = [...RECORDS.values()].map(({ mustHave }) => mustHave);
    expect(lists.length).toBeGreaterThan(15);
    for (const [name, list] of Object.entries(MUST_HAVE)) {
      // One of them has a reading of its own around it.
      if (name !== 'syncScanFailure') expect(lists, name).toContain(list);
    }
  });
});

describe.each([...RECORDS])('%s', (_name, { lenient, strict, mustHave }) => {
  test('of nothing but oddities is read without an error, or is none', () => {
    for (const [what, value] of ODDITIES) {
      const names = Object.keys(strict.shape);
      const odd = Object.fromEntries(names.map((name) => [name, value]));
      const read = lenient.safeParse(odd);
      const atFault = read.error?.issues.map(({ path }) => path[0]) ?? [];
      expect(mustHave, what).toEqual(expect.arrayContaining(atFault));
    }
  });

  test.each([[null], [1], ['text'], [true], [[]]])('is none where %j stands', (value) => {
    expect(lenient.safeParse(value).success).toBe(false);
  });
});
