import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ScriptsOfNames } from '#main/snapshot/scripts-of-names.ts';
import { SCRIPT_CODES, SCRIPTS } from '#shared/model/script.ts';
import { charactersOf } from '#tests/support/font-letters.ts';

const noPatron = (orderConsumerName: string | null) => ({ orderConsumerName, patron: null });

test.each([
  ['Łukasz Müller-Đorđević', []],
  ['Aroha Tākuta-Pōmare, İpek Çağlar, Ġorġ Ħal', []],
  ['Đặng Thị Ngọc', ['Latn']],
  ['Nguye\u0302\u0303n', ['Latn']],
  ['Mu\u0308ller', []],
  ['Ọláyínká', ['Latn']],
  ['Ɓukar', ['Latn']],
  ['Əliyev', ['Latn']],
  ['ㄨㄤˊ', ['Bopo']],
  ['އަޙްމަދު', ['Thaa']],
  ['ܝܘܚܢܢ', ['Syrc']],
  ['ᠪᠠᠲᠤ', ['Mong']],
  ['ⵜⵉⵀⵢⴰ', ['Tfng']],
  ['ߡߡߊߘߎ', ['Nkoo']],
  ['𞤀𞤥𞤢𞤣𞤵', ['Adlm']],
  ['ᏣᎳᎩ', ['Cher']],
  ['ସୁନୀତା', ['Orya']],
  ['ᐃᓄᒃ', ['Cans']],
  ['ᱥᱟᱱᱛᱟᱲ', ['Olck']],
  ['سارة', []],
  ['山田 太郎', ['Hani']],
  ['やまだ タロウ', ['Hira', 'Kana']],
  ['김민준', ['Hang']],
  ['Σοφία Παπαδάκη', ['Grek']],
  ['Олена', ['Cyrl']],
  ['שרה כהן', ['Hebr']],
  ['सुनीता', ['Deva']],
  ['Ann 😀', []],
  ['', []],
])('%s is written in what is known of it: %j', (name, scripts) => {
  const found = new ScriptsOfNames();
  found.add(noPatron(name));
  expect(found.all()).toEqual(scripts);
});

test('each script is found once, among any number of names, in a patron’s as in a buyer’s', () => {
  const found = new ScriptsOfNames();
  const patron = {
    ...{ email: 'שרה@example.org', billingAddress: null, shippingAddress: null },
    ...{ primaryPhoneNumber: null, firstName: '太郎', lastName: 'Ярослава' },
  };
  for (const name of ['Ann', '山田', null, '山本 Ω']) found.add(noPatron(name));
  found.add({ orderConsumerName: 'Bob', patron });
  expect(found.all()).toEqual(['Cyrl', 'Grek', 'Hani']);
});

test('the letters by which a script is tried are its own, and look different', () => {
  for (const script of SCRIPT_CODES) {
    const found = new ScriptsOfNames();
    found.add(noPatron(SCRIPTS[script]));
    expect(found.all()).toEqual([script]);
    expect(new Set(SCRIPTS[script]).size).toBeGreaterThan(1);
  }
});

describe('of the Latin letters', () => {
  const sheets = ['atkinson-hyperlegible-next', 'noto-sans-arabic'].map((font) =>
    join(import.meta.dirname, `../../../node_modules/@fontsource-variable/${font}/wght.css`),
  );
  const inFonts = new Set(sheets.flatMap((sheet) => [...charactersOf(sheet)]));
  const latin = Array.from({ length: 0x1_ff_ff }, (_, character) => character).filter((character) =>
    /\p{Script=Latin}/u.test(String.fromCodePoint(character)),
  );

  test('the fonts that come with the kiosk have those of its languages, and not all', () => {
    for (const letter of 'ÄßçñœąŁẞō') expect(inFonts, letter).toContain(letter.codePointAt(0));
    expect(latin.filter((character) => !inFonts.has(character)).length).toBeGreaterThan(500);
  });

  test('those are looked for that the fonts that come with the kiosk do not have, and no others', () => {
    const wrong = latin.filter((character) => {
      const found = new ScriptsOfNames();
      // The sign of the ångström is a letter of its own, and shown as Å.
      const letter = String.fromCodePoint(character);
      found.add(noPatron(letter));
      return (
        found.all().includes('Latn') === inFonts.has(letter.normalize('NFC').codePointAt(0) ?? 0)
      );
    });
    expect(wrong.map((character) => String.fromCodePoint(character))).toEqual([]);
  });
});
