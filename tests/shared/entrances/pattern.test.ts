import { describe, expect, test } from 'vitest';
import { folded, readPattern } from '#shared/entrances/pattern.ts';

function matches(pattern: string, text: string): boolean {
  const read = readPattern(pattern);
  if (!read.ok) throw new Error(read.error);
  return read.value.matches(folded(text));
}

describe('a pattern for the texts of tickets', () => {
  test.each([
    ['Stalls left', 'STALLS  left'],
    ['Parkett links', 'parkett links'],
    ['1. Rang', '1. rang'],
    ['Köln*', 'KOLN Arena'],
    ['Balcon*', 'Balcón izquierdo'],
    ['*PK 1*', 'Parkett PK 1, links'],
    ['Row ?, *', 'Row F, 12'],
    ['* {1-20}', 'Row F, 12'],
    ['* {odd}', 'Row F, 13'],
    ['* {even}', 'Row F, 12'],
    ['Row {A-F}, *', 'row c, 7'],
    ['Row { A - F }, {7-7}', 'row c, 007'],
    ['*', ''],
    ['*a*b*c*', 'xxaxxbxxcxx'],
  ])('%s matches “%s”', (pattern, text) => {
    expect(matches(pattern, text)).toBe(true);
  });

  test.each([
    ['Stalls', 'Stalls left', 'it is the whole text'],
    ['Row ?, *', 'Row AB, 12', 'a question mark is one character'],
    ['* {1-20}', 'Row F, 120', 'a number is no part of another'],
    ['*{1-20}', 'Row F, 120', 'nor the end of one'],
    ['* {odd}', 'Row F, 12', 'twelve is even'],
    ['Row {A-F}, *', 'Row G, 12', 'G comes after F'],
    ['Row {A-F}*', 'Row Fa, 12', 'a letter stands alone'],
    ['?*', '', 'there is nothing'],
  ])('%s does not match “%s”: %s', (pattern, text) => {
    expect(matches(pattern, text)).toBe(false);
  });

  test.each([
    ['Row {1-', 'open-brace'],
    ['Row {}', 'no-range'],
    ['Row {20-1}', 'no-range'],
    ['Row {F-A}', 'no-range'],
    ['Row {1}', 'no-range'],
    ['Row {left}', 'no-range'],
  ])('%s is none: %s', (pattern, fault) => {
    expect(readPattern(pattern)).toEqual({ ok: false, error: fault });
  });

  test('many stars and a long text take no longer than their lengths', () => {
    expect(matches('*a'.repeat(60), 'a'.repeat(2_000) + 'b')).toBe(false);
  });
});
