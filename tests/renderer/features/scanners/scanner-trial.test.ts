import {
  byText,
  problemWords,
  symbologyText,
  wedgeChanges,
} from '#renderer/features/scanners/diagnosis-words.ts';
import { judgeArrival, judgeFinding } from '#renderer/features/scanners/scanner-trial.ts';
import { visibleText } from '#renderer/features/scanners/visible-text.ts';
import { TEST_BARCODE } from '#shared/wedge/diagnose.ts';
import { DEFAULT_WEDGE_SETTINGS, type WedgeSettings } from '#shared/wedge/settings.ts';
import { describe, expect, test } from 'vitest';
import { show } from '#tests/shared/wedge/page.ts';
import { type } from '#tests/shared/wedge/typist.ts';

function typed(
  text: string,
  layout: WedgeSettings['layout'] = 'us',
  set: Partial<WedgeSettings> = {},
) {
  const settings = { ...DEFAULT_WEDGE_SETTINGS, ...set };
  const [finding] = show(type(text, {}, layout), settings).findings;
  if (finding === undefined) throw new Error('Nothing was found.');
  return judgeFinding(finding, settings);
}

function read(code: string, symbology: string | null = 'C0') {
  const device = 'Xenon 1900';
  return judgeArrival({ number: 1, type: 'code', channel: 'hid', device, code, symbology });
}

describe('a keyboard scanner', () => {
  test('reads exactly', () => {
    const scan = typed(`${TEST_BARCODE}{Enter}`);
    expect(scan).toMatchObject({ outcome: { type: 'right' }, channel: 'wedge', end: 'enter' });
    expect(byText(scan, 6.4)).toBe('By a keyboard scanner, 6 ms per key, ends with Enter.');
    expect(byText(scan, null)).toBe('By a keyboard scanner, ends with Enter.');
  });

  test('of another layout: what arrived, and the settings that help', () => {
    expect(typed(`${TEST_BARCODE}{Enter}`, 'de').outcome).toEqual({
      type: 'wrong',
      problems: [{ type: 'layout', layout: 'de' }],
      settings: { ...DEFAULT_WEDGE_SETTINGS, layout: 'de' },
      arrived: 'AYQWMayqwm</?0123456789',
    });
  });

  test('without its end: a pause is set', () => {
    const { outcome, end } = typed(TEST_BARCODE);
    expect(end).toBeNull();
    expect(outcome).toMatchObject({ type: 'wrong', settings: { terminator: 'none' } });
  });

  test.each([
    ['TICKET-0001{Enter}', {}, { type: 'other', code: 'TICKET-0001' }],
    ['TICKET-0001', {}, { type: 'broken', reason: 'unfinished' }],
    ['TICKET-0001{F1}{Enter}', {}, { type: 'broken', reason: 'unreadable-key' }],
    ['TICKET-0001{Enter}', { prefix: '~' }, { type: 'broken', reason: 'no-prefix' }],
    [`${TEST_BARCODE}{F1}{Enter}`, {}, { type: 'broken', reason: 'unreadable-key' }],
  ] as const)('that typed %s', (text, set, outcome) => {
    expect(typed(text, 'us', set).outcome).toEqual(outcome);
  });
});

describe('a scanner that is no keyboard', () => {
  test('reads exactly, and says what kind of barcode it was', () => {
    const scan = read(TEST_BARCODE);
    expect(scan.outcome).toEqual({ type: 'right' });
    expect(byText(scan, null)).toMatch(/^By .*Xenon 1900.*, as HID: Code 128\.$/);
  });

  test.each([
    [TEST_BARCODE.toUpperCase(), [{ type: 'case-lost' }]],
    ['azqwmAZQWM;-_0123456789', [{ type: 'case-swapped' }]],
    [TEST_BARCODE.replace('W', ''), [{ type: 'characters-lost', count: 1 }]],
    [`]C0${TEST_BARCODE}`, [{ type: 'prefix', prefix: ']C0' }]],
    [`${TEST_BARCODE}\r`, [{ type: 'suffix', suffix: '\r' }]],
  ] as const)('%j', (code, problems) => {
    expect(read(code).outcome).toEqual({ type: 'wrong', problems, settings: null, arrived: code });
  });

  test('reads another barcode', () => {
    expect(read('4006381333931').outcome).toEqual({ type: 'other', code: '4006381333931' });
  });

  test('half a code', () => {
    const scan = judgeArrival({ number: 1, type: 'garbled', channel: 'serial', device: 'COM3' });
    expect(scan.outcome).toEqual({ type: 'broken', reason: 'garbled' });
    expect(byText(scan, null)).toMatch(/COM3.*, at a serial port\.$/);
  });
});

test.each([
  ['C1', 'GS1-128'],
  ['C4', 'Code 128'],
  ['Q3', 'GS1 QR Code'],
  ['E4', 'EAN / UPC'],
  ['e0', 'GS1 DataBar'],
  ['x9', ']x9'],
])('the AIM identifier %s is %s', (identifier, name) => {
  expect(symbologyText(identifier)).toBe(name);
});

test('what cannot be seen has a name', () => {
  expect(visibleText('A B\x1d\u202e\u00a0')).toBe('A[blank]B[GS][U+202E][U+00A0]');
});

test('a frame that only the scanner can leave out says so', () => {
  const problem = { type: 'prefix', prefix: 'Q' } as const;
  expect(problemWords(problem, 'wedge').advice).toMatch(/does not belong/);
  expect(problemWords(problem, 'hid').advice).toMatch(/scanner’s manual/);
});

test('a change says what is different, and nothing else', () => {
  const to = { ...DEFAULT_WEDGE_SETTINGS, layout: 'fr', prefix: '~' } as const;
  expect(wedgeChanges(DEFAULT_WEDGE_SETTINGS, to)).toMatch(
    /^Keyboard .*: French \(AZERTY\); before: American \(QWERTY\)\. Prefix: .*~.*; before: nothing\.$/,
  );
});
