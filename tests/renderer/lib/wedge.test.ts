import { LONGEST_CODE } from '#shared/model/scan.ts';
import { createWedge, type Wedge, type WedgeOutcome } from '#renderer/lib/wedge.ts';
import { describe, expect, test } from 'vitest';

/** Types characters and {Names} of keys with the same pause between them. */
function type(wedge: Wedge, text: string, { from = 0, gap = 10 } = {}): WedgeOutcome[] {
  const keys = Array.from(text.matchAll(/\{(\w+)\}|./gsu), ([key, name]) => name ?? key);
  return keys.map((key, i) => wedge.key({ key, shortcut: false, at: from + i * gap }));
}

const last = (outcomes: WedgeOutcome[]) => outcomes.at(-1);
const types = (outcomes: WedgeOutcome[]) => outcomes.map((outcome) => outcome.type);

describe('what is a code', () => {
  test.each([
    ['ended by Enter', '12345{Enter}', '12345'],
    ['ended by Tab', '12345{Tab}', '12345'],
    ['leading zeros', '000{Enter}', '000'],
    ['blanks inside', 'A B  C{Enter}', 'A B  C'],
    ['upper case, with its Shift keys', '{Shift}A{Shift}Bc{Enter}', 'ABc'],
    ['letters of any alphabet', 'éß票{Enter}', 'éß票'],
    ['a letter beyond the basic plane', '𝟙𝟚𝟛{Enter}', '𝟙𝟚𝟛'],
  ])('%s', (_, keys, code) => {
    expect(last(type(createWedge(), keys))).toEqual({ type: 'code', code });
  });

  test('a second code follows the first at once', () => {
    const wedge = createWedge();
    const outcomes = type(wedge, 'abc{Enter}def{Enter}', { gap: 1 });
    expect(outcomes.filter(({ type }) => type === 'code')).toEqual([
      { type: 'code', code: 'abc' },
      { type: 'code', code: 'def' },
    ]);
  });

  test('pauses of 500 ms are still one code; longer ones start anew', () => {
    const keys = '12345{Enter}';
    expect(last(type(createWedge(), keys, { gap: 500 }))).toEqual({ type: 'code', code: '12345' });
    expect(last(type(createWedge(), keys, { gap: 501 }))).toEqual({ type: 'ignored' });

    const wedge = createWedge();
    type(wedge, 'half');
    expect(last(type(wedge, 'whole{Enter}', { from: 600 }))).toEqual({
      type: 'code',
      code: 'whole',
    });
  });

  test('one that is too long is still refused for its length, and memory does not grow', () => {
    const outcome = last(type(createWedge(), `${'x'.repeat(LONGEST_CODE + 500)}{Enter}`));
    expect(outcome?.type === 'code' && outcome.code.length).toBe(LONGEST_CODE + 1);
  });
});

describe('what is a person’s', () => {
  test.each([
    ['Enter alone', '{Enter}'],
    ['Tab alone', '{Tab}'],
    ['a blank alone', ' '],
    ['arrows, function keys and Escape', '{ArrowDown}{F5}{Escape}{Shift}'],
  ])('%s', (_, keys) => {
    expect(new Set(types(type(createWedge(), keys)))).toEqual(new Set(['ignored']));
  });

  test('two keys and Enter', () => {
    expect(last(type(createWedge(), 'ab{Enter}', { gap: 100 }))).toEqual({ type: 'ignored' });
  });

  test('shortcuts, which are no part of a code', () => {
    const wedge = createWedge();
    type(wedge, 'abc');
    expect(wedge.key({ key: 'r', shortcut: true, at: 40 })).toEqual({ type: 'ignored' });
    expect(last(type(wedge, 'd{Enter}', { from: 50 }))).toEqual({ type: 'code', code: 'abcd' });
  });

  test('what was typed before somebody went into a field', () => {
    const wedge = createWedge();
    type(wedge, 'abc');
    wedge.reset(40);
    expect(last(type(wedge, '{Enter}', { from: 140 }))).toEqual({ type: 'ignored' });
  });
});

describe('a barcode that is made to press buttons', () => {
  test.each([
    ['Tab, Tab, Tab and Enter', '{Tab}{Tab}{Tab}{Enter}'],
    ['Tab and a blank', '{Tab} {Enter}'],
    ['Enter again and again', '{Enter}{Enter}{Enter}'],
  ])('%s: only the first key can be a person’s', (_, keys) => {
    const [, ...others] = types(type(createWedge(), keys));
    expect(new Set(others)).toEqual(new Set(['taken']));
  });

  test('two characters and Enter, or a blank right after a code', () => {
    expect(last(type(createWedge(), 'ab{Enter}'))).toEqual({ type: 'taken' });
    expect(last(type(createWedge(), 'abc{Enter} '))).toEqual({ type: 'taken' });
  });

  test('by way of a field, out of which it tabs', () => {
    const wedge = createWedge();
    wedge.reset(0);
    expect(last(type(wedge, '{Enter}', { from: 10 }))).toEqual({ type: 'taken' });
  });
});

test('a second Enter right after a code belongs to the scanner; a later one does not', () => {
  const wedge = createWedge();
  type(wedge, 'abc{Enter}');
  expect(wedge.key({ key: 'Enter', shortcut: false, at: 60 })).toEqual({ type: 'taken' });
  expect(wedge.key({ key: 'Enter', shortcut: false, at: 300 })).toEqual({ type: 'ignored' });
});
