/** Letters that Unicode does not decompose, and that other keyboards lack. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
  // Arabic letters that people use interchangeably, those of Persian keyboards, and the elongation
  // sign.
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ـ: '',
};
const BEYOND_ASCII = /[^ -~]/;
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/**
 * Accents, the vowel signs of Arabic and Hebrew, and joiners. In other scripts vowel signs are
 * letters and stay.
 */
const MARKS = /\p{Script=Inherited}|(?=\p{Script=Hebrew})\p{M}/gu;
/** The digits of Arabic and Persian. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Returns the text without accents, and in letters that every keyboard has. */
export function plainLetters(lowerCase: string): string {
  if (!BEYOND_ASCII.test(lowerCase)) return lowerCase;
  return lowerCase
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter)
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
}
