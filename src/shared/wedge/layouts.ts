/** The keyboards that a scanner can be set up to be. */
export const LAYOUT_NAMES = ['us', 'uk', 'de', 'fr'] as const;
export type LayoutName = (typeof LAYOUT_NAMES)[number];

/** Four rows of keys, from the digits down; each character stands where its key stands in {@link ROWS}. */
type Rows = readonly [string, string, string, string];

interface Layout {
  readonly plain: Rows;
  readonly shifted: Rows;
  readonly altGraph: Rows;
  /** What the numeric keypad's decimal key writes. */
  readonly decimal: '.' | ',';
}

/** The keys of the four rows, as the W3C's UI Events KeyboardEvent code Values name them, on a board with 105 keys. */
const ROWS: readonly (readonly string[])[] = [
  ['Backquote', ...Array.from('1234567890', (digit) => `Digit${digit}`), 'Minus', 'Equal'],
  [...Array.from('QWERTYUIOP', (letter) => `Key${letter}`), 'BracketLeft', 'BracketRight'],
  [...Array.from('ASDFGHJKL', (letter) => `Key${letter}`), 'Semicolon', 'Quote', 'Backslash'],
  [
    'IntlBackslash',
    ...Array.from('ZXCVBNM', (letter) => `Key${letter}`),
    'Comma',
    'Period',
    'Slash',
  ],
];

/** Where each of those keys stands. */
const PLACES = new Map(
  ROWS.flatMap((row, r) => row.map((code, k) => [code, { row: r, key: k }] as const)),
);

/**
 * A blank: the key writes nothing. A combining accent (U+0300 and so on): a dead key, which writes
 * with the next one. Scanners take the machine for a Windows one: where a system's tables differ, Windows' count.
 */
const LAYOUTS: Record<LayoutName, Layout> = {
  // Microsoft's KBDUS; xkeyboard-config's us(basic). The key left of Z: as on Microsoft's boards with 105 keys.
  us: {
    plain: ['`1234567890-=', 'qwertyuiop[]', "asdfghjkl;'\\", '\\zxcvbnm,./'],
    shifted: ['~!@#$%^&*()_+', 'QWERTYUIOP{}', 'ASDFGHJKL:"|', '|ZXCVBNM<>?'],
    altGraph: ['', '', '', ''],
    decimal: '.',
  },
  // Microsoft's KBDUK; xkeyboard-config's gb(basic), whose dead keys with AltGr Windows does not have.
  uk: {
    plain: ['`1234567890-=', 'qwertyuiop[]', "asdfghjkl;'#", '\\zxcvbnm,./'],
    shifted: ['¬!"£$%^&*()_+', 'QWERTYUIOP{}', 'ASDFGHJKL:@~', '|ZXCVBNM<>?'],
    altGraph: ['¦   €', '  é   úíó', 'á', ''],
    decimal: '.',
  },
  // Microsoft's KBDGR; DIN 2137-1 (T1); xkeyboard-config's de(basic).
  de: {
    plain: ['\u03021234567890ß\u0301', 'qwertzuiopü+', 'asdfghjklöä#', '<yxcvbnm,.-'],
    shifted: ['°!"§$%&/()=?\u0300', 'QWERTZUIOPÜ*', "ASDFGHJKLÖÄ'", '>YXCVBNM;:_'],
    altGraph: ['  ²³   {[]}\\', '@ €        ~', '', '|      µ'],
    decimal: ',',
  },
  // Microsoft's KBDFR (French, legacy AZERTY); xkeyboard-config's fr(azerty), where ~ and ` are not dead.
  fr: {
    plain: ['²&é"\'(-è_çà)=', 'azertyuiop\u0302$', 'qsdfghjklmù*', '<wxcvbn,;:!'],
    shifted: [' 1234567890°+', 'AZERTYUIOP\u0308£', 'QSDFGHJKLM%µ', '>WXCVBN?./§'],
    altGraph: ['  \u0303#{[|\u0300\\^@]}', '  €        ¤', '', ''],
    decimal: '.',
  },
};

/** The layer of a layout that Shift or AltGr selects. */
export type Layer = 'plain' | 'shifted' | 'altGraph';

/** What a key of the four rows writes; a combining accent for a dead key, null for nothing. */
export function characterAt(layout: LayoutName, layer: Layer, code: string): string | null {
  const place = PLACES.get(code);
  if (place === undefined) return null;
  const character = LAYOUTS[layout][layer][place.row]?.charAt(place.key) ?? '';
  return character === '' || character === ' ' ? null : character;
}

/** What the numeric keypad's decimal key writes. */
export function decimalOf(layout: LayoutName): string {
  return LAYOUTS[layout].decimal;
}
