import { DEFAULT_WEDGE_SETTINGS, type WedgeSettings } from '#shared/wedge/settings.ts';
import { describe, expect, test } from 'vitest';
import { show } from './page.ts';
import { type } from './typist.ts';

const typed = (text: string, set: Partial<WedgeSettings> = {}) =>
  show(type(`${text}{Enter}`), { ...DEFAULT_WEDGE_SETTINGS, ...set });

describe('an AIM identifier in front of a code', () => {
  test('is passed on with it', () => {
    expect(typed(']Q1012345').codes).toEqual([']Q1012345']);
  });

  test.each([']C0', ']E0', ']Q1', ']d2', ''])('%s fits a prefix that was learned as ]C0', (aim) => {
    expect(typed(`${aim}012345`, { prefix: ']C0' }).codes).toEqual([`${aim}012345`]);
  });

  test.each(['~q]Q1012345', ']Q1~q012345'])('may stand on either side of a prefix: %s', (text) => {
    expect(typed(text, { prefix: '~q' }).codes).toEqual([']Q1012345']);
  });

  test('may stand inside a prefix', () => {
    expect(typed('~]Q1q012345', { prefix: '~]C0q' }).codes).toEqual([']Q1012345']);
  });

  test('is no code of its own', () => {
    expect(typed(']Q112').findings).toMatchObject([{ reason: 'too-short' }]);
  });

  test('does not stand for any other prefix', () => {
    expect(typed(']Q1012345', { prefix: '~q' }).findings).toMatchObject([{ reason: 'no-prefix' }]);
    expect(typed('Q1012345', { prefix: ']]' }).findings).toMatchObject([{ reason: 'no-prefix' }]);
  });
});
