import { describe, expect, test } from 'vitest';
import { altCharacter } from '#shared/wedge/alt-numbers.ts';
import { LAYOUT_NAMES, type LayoutName } from '#shared/wedge/layouts.ts';
import type { WedgeSettings } from '#shared/wedge/settings.ts';
import { show } from './page.ts';
import { altNumber, chordOf, chordsOf, press, type } from './typist.ts';

const ASCII = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i));
/** What a layout writes only with a dead key, or with one and a blank. */
const DEAD: Record<LayoutName, string> = { us: '', uk: '', de: '^`', fr: '~`' };

describe.each(LAYOUT_NAMES)('a scanner with a keyboard of %s', (layout) => {
  const text = ASCII.filter((one) => !DEAD[layout].includes(one)).join(' ');

  test.each(LAYOUT_NAMES)('writes all of ASCII, at a machine of %s', (machine) => {
    for (const capsLock of [false, true]) {
      const events = type(`${text}{Enter}`, { machine, capsLock }, layout);
      expect(show(events, { layout }).codes).toEqual([text]);
    }
  });

  test('has its digits also from the keypad, whatever Num Lock says', () => {
    const keys = Array.from('0123456789', (digit) => `{Numpad${digit}}`).join('');
    expect(show(type(`${keys}{NumpadSubtract}{Enter}`), { layout }).codes).toEqual(['0123456789-']);
  });
});

describe('a dead key', () => {
  test.each([
    ['de', '^ and a blank', '12\u0302 3', '12^3'],
    ['de', '` and a letter', '12\u0300a', '12à'],
    ['de', '´ and what cannot carry it', '12\u03013', '12´3'],
    ['de', '^ twice', '12\u0302\u0302', '12^^'],
    ['de', '^ at the end', '123\u0302', '123^'],
    ['fr', '¨ and a letter', '12\u0308E', '12Ë'],
    ['fr', '~ and a blank', '12\u0303 n', '12~n'],
  ] as const)('of %s: %s', (layout, _, keys, code) => {
    expect(show(type(`${keys}{Enter}`, {}, layout), { layout }).codes).toEqual([code]);
  });
});

describe('Ctrl', () => {
  test.each([
    ['us', ']', '\x1d'],
    ['us', '\\', '\x1c'],
    ['us', 'g', '\x07'],
    ['us', '6', null],
    ['de', 'z', '\x1a'],
    ['de', '+', '\x1d'],
    ['fr', 'a', '\x01'],
    ['fr', '$', '\x1d'],
  ] as const)('of %s with %s', (layout, character, control) => {
    const chords = chordsOf('abc', layout);
    const { code } = chordOf(character, layout);
    const events = press([...chords, { code, ctrl: true }, ...chords, { code: 'Enter' }]);
    const seen = show(events, { layout });
    expect(seen.codes).toEqual(control === null ? [] : [`abc${control}abc`]);
    expect(seen.actions).toEqual([]);
  });

  test('with M or J is Enter', () => {
    const events = press([
      ...chordsOf('123456'),
      { code: 'KeyM', ctrl: true },
      { code: 'KeyJ', ctrl: true },
    ]);
    expect(show(events)).toMatchObject({ codes: ['123456'], actions: [] });
  });
});

describe('Alt and a number', () => {
  test.each([
    ['0029', '\x1d'],
    ['029', '\x1d'],
    ['29', '\x1d'],
    ['0065', 'A'],
    ['0128', '€'],
    ['0233', 'é'],
    ['130', 'é'],
    ['8364', '€'],
    ['999999', null],
    ['55296', null],
  ])('%s', (digits, character) => {
    expect(altCharacter(digits)).toBe(character);
  });

  test('writes a whole code, one number after the other', () => {
    const chords = ['0065', '0029', '66', '050'].flatMap((digits) => altNumber(digits));
    for (const inField of [false, true]) {
      const seen = show(press([...chords, { code: 'Enter' }], { inField }));
      expect(seen).toMatchObject({ codes: ['A\x1dB2'], field: '', actions: [] });
    }
  });
});

describe('Caps Lock', () => {
  const read = (capsLock: WedgeSettings['capsLock'], on: boolean) =>
    show(type('aBc-1ß{Enter}', { capsLock: on }, 'de'), { layout: 'de', capsLock }).codes;

  test.each([
    ['ignored', true, 'aBc-1ß'],
    ['undone', false, 'aBc-1ß'],
    ['undone', true, 'AbC-1ß'],
    ['always-on', false, 'AbC-1ß'],
  ] as const)('%s by the scanner, on: %s', (setting, on, code) => {
    expect(read(setting, on)).toEqual([code]);
  });
});
