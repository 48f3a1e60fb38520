import { describe, expect, test } from 'vitest';
import { diagnose, TEST_BARCODE } from '#shared/wedge/diagnose.ts';
import { LAYOUT_NAMES } from '#shared/wedge/layouts.ts';
import { DEFAULT_WEDGE_SETTINGS, type WedgeSettings } from '#shared/wedge/settings.ts';
import { show } from './page.ts';
import { type, type Manner } from './typist.ts';

const swapped = (text: string) =>
  Array.from(text, (one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase()));
const SWAPPED = swapped(TEST_BARCODE).join('');

/** The test barcode, or another text, through the whole decoder, and what is said of it. */
function examine(
  text: string,
  {
    layout = 'us',
    set = {},
    ...manner
  }: Manner & { layout?: WedgeSettings['layout']; set?: Partial<WedgeSettings> } = {},
) {
  const settings = { ...DEFAULT_WEDGE_SETTINGS, ...set };
  const [finding] = show(type(text, manner, layout), settings).findings;
  return diagnose(finding?.strokes ?? [], TEST_BARCODE, settings);
}

/** The same again, with what was advised: nothing may be wrong any more. */
function cured(text: string, options: Parameters<typeof examine>[1] = {}) {
  const { settings } = examine(text, options);
  if (settings === null) throw new Error('Nothing was advised.');
  const { layout = 'us', ...manner } = options;
  return show(type(text, manner, layout), settings).codes;
}

const ENDED = `${TEST_BARCODE}{Enter}`;

describe('nothing is wrong', () => {
  test.each(LAYOUT_NAMES)('with a scanner and a setting that are both %s', (layout) => {
    for (const capsLock of [false, true]) {
      for (const machine of LAYOUT_NAMES) {
        const options = { layout, set: { layout }, capsLock, machine };
        expect(examine(ENDED, options).problems).toEqual([]);
      }
    }
  });

  test('between an American and a British scanner, which write all of it alike', () => {
    expect(examine(ENDED, { layout: 'uk' }).problems).toEqual([]);
  });
});

describe('what is wrong, and is put right', () => {
  test.each([
    ['a French scanner', ENDED, { layout: 'fr' }, [{ type: 'layout', layout: 'fr' }]],
    ['a German scanner', ENDED, { layout: 'de' }, [{ type: 'layout', layout: 'de' }]],
    [
      'an American scanner where a French one was',
      ENDED,
      { set: { layout: 'fr' } },
      [{ type: 'layout', layout: 'us' }],
    ],
    [
      'a scanner that reckons with Caps Lock',
      `${SWAPPED}{Enter}`,
      { capsLock: true },
      [{ type: 'caps-lock', where: 'machine' }],
    ],
    [
      'a scanner that thinks of Caps Lock as on',
      `${SWAPPED}{Enter}`,
      {},
      [{ type: 'caps-lock', where: 'scanner' }],
    ],
    ['no terminator', TEST_BARCODE, {}, [{ type: 'no-terminator' }]],
    [
      'Tab instead of Enter',
      `${TEST_BARCODE}{Tab}`,
      { set: { terminator: 'enter' } },
      [{ type: 'other-terminator', terminator: 'tab' }],
    ],
    ['a prefix', `~Q${ENDED}`, {}, [{ type: 'prefix', prefix: '~Q' }]],
    ['a suffix', `${TEST_BARCODE}*{Enter}`, {}, [{ type: 'suffix', suffix: '*' }]],
    [
      'all at once',
      `x${SWAPPED}`,
      { layout: 'de' },
      [
        { type: 'layout', layout: 'de' },
        { type: 'caps-lock', where: 'scanner' },
        { type: 'prefix', prefix: 'X' },
        { type: 'no-terminator' },
      ],
    ],
  ] as const)('%s', (_, text, options, problems) => {
    expect(examine(text, options).problems).toEqual(problems);
    expect(cured(text, options)).toEqual([TEST_BARCODE]);
  });
});

describe('an AIM identifier is no prefix', () => {
  test('and is not set', () => {
    expect(examine(`]C0${ENDED}`)).toMatchObject({ problems: [], settings: { prefix: '' } });
    expect(examine(`~]C0Q${ENDED}`).problems).toEqual([{ type: 'prefix', prefix: '~Q' }]);
  });

  test('and a setting that holds one is right for each symbology', () => {
    for (const aim of [']C0', ']Q1', '']) {
      const { problems } = examine(`${aim}${ENDED}`, { set: { prefix: ']C0' } });
      expect(problems).toEqual([]);
    }
  });
});

describe('what no setting of the kiosk puts right', () => {
  test.each([
    ['all letters in upper case', ENDED.replace(TEST_BARCODE, TEST_BARCODE.toUpperCase())],
    ['all letters in lower case', ENDED.replace(TEST_BARCODE, TEST_BARCODE.toLowerCase())],
  ])('%s', (_, text) => {
    expect(examine(text)).toEqual({ problems: [{ type: 'case-lost' }], settings: null });
  });

  test.each([
    ['one lost character', ENDED.replace('w', ''), 1],
    ['three lost characters', ENDED.replace('Q', '').replace('_0', ''), 3],
    ['the second half lost', `${TEST_BARCODE.slice(0, 14)}{Enter}`, 9],
  ])('%s', (_, text, count) => {
    const problems = [{ type: 'characters-lost', count }];
    expect(examine(text)).toEqual({ problems, settings: null });
  });

  test('another barcode, or none', () => {
    const unrecognisable = { problems: [{ type: 'unrecognisable' }], settings: null };
    expect(examine('4006381333931{Enter}')).toEqual(unrecognisable);
    expect(diagnose([], TEST_BARCODE, DEFAULT_WEDGE_SETTINGS)).toEqual(unrecognisable);
  });
});
