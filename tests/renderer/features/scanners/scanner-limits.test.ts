import {
  BAUD_RATE,
  LONGEST_FRAME,
  MOST_SERIAL,
  PAUSE_MS,
  wholeNumberIn,
} from '#renderer/features/scanners/scanner-limits.ts';
import { newSetting } from '#renderer/features/scanners/serial-form.ts';
import {
  serialSettingSchema,
  serialSettingsSchema,
  wedgeSettingsSchema,
} from '#shared/ipc/scanner-schemas.ts';
import { DEFAULT_WEDGE_SETTINGS } from '#shared/wedge/settings.ts';
import { expect, test } from 'vitest';

const port = newSetting('COM3');

test('the forms take what the kiosk takes, and no more', () => {
  const takesSpeed = (baudRate: number) =>
    serialSettingSchema.safeParse({ ...port, baudRate }).success;
  const takesPause = (pauseMs: number) =>
    serialSettingSchema.safeParse({ ...port, pauseMs }).success;
  for (const [range, takes] of [
    [BAUD_RATE, takesSpeed],
    [PAUSE_MS, takesPause],
  ] as const) {
    const { least, most } = range;
    expect([least - 1, least, most, most + 1].map(takes)).toEqual([false, true, true, false]);
    expect(wholeNumberIn(range, String(least - 1))).toBeNull();
    expect(wholeNumberIn(range, String(most + 1))).toBeNull();
    expect(wholeNumberIn(range, ` ${most} `)).toBe(most);
  }
  const takesPorts = (count: number) =>
    serialSettingsSchema.safeParse(Array.from({ length: count }, (_, i) => newSetting(`COM${i}`)))
      .success;
  expect([MOST_SERIAL, MOST_SERIAL + 1].map(takesPorts)).toEqual([true, false]);
  const takesPrefix = (length: number) =>
    wedgeSettingsSchema.safeParse({ ...DEFAULT_WEDGE_SETTINGS, prefix: 'x'.repeat(length) })
      .success;
  expect([LONGEST_FRAME, LONGEST_FRAME + 1].map(takesPrefix)).toEqual([true, false]);
});

test('two scanners at one serial port make no sense', () => {
  const other = { ...port, baudRate: 115_200 };
  expect(serialSettingsSchema.safeParse([port, other]).error?.issues).toMatchObject([
    { path: [1, 'path'], message: 'another scanner is at this port' },
  ]);
});

test.each(['', 'fast', '9600 bd', '9.6', '-9600', '1e4'])('%j is no number', (typed) => {
  expect(wholeNumberIn(BAUD_RATE, typed)).toBeNull();
});
