import { legible, legibleUpTo } from '#shared/legible.ts';
import { describe, expect, test } from 'vitest';

const TOWER = `Z${'\u0300\u0316\u0489'.repeat(200)}`;

describe('a text from outside', () => {
  test.each([
    'Frances O’Neill-Müller',
    'فرقة المسرح ١٢',
    // Marks that say in which direction a number goes, and joiners, are written by people.
    'رقم\u200F 12\u200E',
    'می\u200Cخواهم',
    '👩‍👩‍👧‍👦 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 1️⃣',
    'Tiếng Việt: ẩ; עִבְרִ֖ית; ไม่ได้; क्षत्रियः',
    'a\u0323\u0302\u0301\u0308',
    'one line\nand another\tcolumn',
  ])('stays as people write it: %s', (text) => {
    expect(legible(text)).toBe(text);
    expect(legible(text.normalize('NFD'))).toBe(text.normalize('NFD'));
  });

  test.each([
    ['an override', 'ADMIT\u202Ednammoc', 'ADMITdnammoc'],
    ['an end of what isolates it', '\u2069\u2069\u202Eno', 'no'],
    ['embeddings', '\u202A\u202B\u202Cx', 'x'],
    ['control characters', 'a\u0000\u0007\u001Bb\u009Bc\u007F', 'abc'],
    ['halves of characters', 'a\uD800b\uDC00', 'ab'],
    ['annotations', 'a\uFFF9b\uFFFBc', 'abc'],
  ])('keeps nothing of %s', (_what, text, read) => {
    expect(legible(text)).toBe(read);
  });

  test('has no towers of marks', () => {
    expect(legible(TOWER).length).toBe(5);
  });

  test('is cut where it is too long, and shows it', () => {
    expect(legibleUpTo(5, 'abcde')).toBe('abcde');
    expect(legibleUpTo(5, 'abcdef')).toBe('abcde…');
    expect(legibleUpTo(5, 'abcd😀')).toBe('abcd…');
    expect(legibleUpTo(5, `${'\u202E'.repeat(1000)}x`)).toBe('…');
    expect(legibleUpTo(5, 'x'.repeat(10_000_000))).toBe('xxxxx…');
  });
});
