import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  feedbackReports,
  type FeedbackReport,
} from '#main/entrance/scanners/hid/feedback-reports.ts';
import {
  BEEPS_AMONG_SETTINGS,
  BEEPS_AS_FEATURES,
  KEYBOARD_WITH_LIGHTS,
  LIGHTS,
  REAL_BAD,
  REAL_GOOD,
  REAL_SCANNER,
  scannerThatOffers,
} from './feedback-descriptors.ts';
import { keyboardDescriptor, scannerDescriptor } from './reports.ts';

const told = (reports: readonly FeedbackReport[] = []) =>
  reports.map(({ kind, bytes }) => [kind, ...bytes]);

/** What a scanner is sent for each signal, and what ends it. */
function sent(descriptor: Uint8Array) {
  const { good, bad } = feedbackReports(descriptor);
  return {
    good: told(good?.begin),
    goodEnds: told(good?.end),
    bad: told(bad?.begin),
    badEnds: told(bad?.end),
  };
}

const NOTHING = { good: [], goodEnds: [], bad: [], badEnds: [] };

test('a scanner that was really plugged in beeps by its own commands, and nothing else is commanded', () => {
  expect(sent(REAL_SCANNER)).toEqual({
    ...NOTHING,
    good: [['output', ...REAL_GOOD]],
    bad: [['output', ...REAL_BAD]],
  });
});

test('one with a red and a green light shows one of them, and is dark afterwards', () => {
  expect(sent(scannerThatOffers(LIGHTS))).toEqual({
    good: [['output', 5, 0b10]],
    goodEnds: [['output', 5, 0]],
    bad: [['output', 5, 0b01]],
    badEnds: [['output', 5, 0]],
  });
});

test('beeps that stay commanded are taken back, in a feature report as well', () => {
  expect(sent(scannerThatOffers(BEEPS_AS_FEATURES))).toEqual({
    good: [['feature', 6, 1, 0]],
    goodEnds: [['feature', 6, 0, 0]],
    bad: [['feature', 6, 0, 1]],
    badEnds: [['feature', 6, 0, 0]],
  });
});

test('a beep that is followed by another light turns the light before off', () => {
  const beepAlone = [0x85, 0x08, 0x25, 0x01, 0x75, 0x08, 0x95, 0x01, 0x05, 0x8c, 0x09, 0x85];
  const green = [0x85, 0x05, 0x75, 0x08, 0x95, 0x01, 0x05, 0x08, 0x09, 0x49, 0x91, 0x02];
  const { bad } = sent(scannerThatOffers([...green, ...beepAlone, 0x91, 0x06]));
  expect(bad).toEqual([
    ['output', 5, 0],
    ['output', 8, 1],
  ]);
});

test.each([
  ['only its codes', scannerDescriptor('one-byte-count')],
  ['settings beside its beeps', scannerThatOffers(BEEPS_AMONG_SETTINGS)],
  [
    'a switch whether its light is used at all',
    scannerThatOffers([0x85, 0x09, 0x75, 0x08, 0x95, 0x01, 0x05, 0x8c, 0x09, 0x7d, 0xb1, 0x02]),
  ],
  [
    'its maker’s own beside its beeps',
    scannerThatOffers([
      ...[0x85, 0x09, 0x75, 0x08, 0x95, 0x01, 0x05, 0x8c, 0x09, 0x86, 0x91, 0x02],
      ...[0x06, 0x00, 0xff, 0x09, 0x01, 0x91, 0x02],
    ]),
  ],
  [
    'beeps by their number in a list',
    scannerThatOffers([
      ...[0x85, 0x09, 0x75, 0x08, 0x95, 0x01, 0x05, 0x8c, 0x19, 0x85, 0x29, 0x86, 0x91, 0x00],
    ]),
  ],
  ['the lights of a keyboard', keyboardDescriptor],
  [
    'a keyboard with a red and a green light beside it',
    Uint8Array.from([...KEYBOARD_WITH_LIGHTS, ...scannerDescriptor('one-byte-count')]),
  ],
  ['nothing', new Uint8Array()],
])('a device is sent nothing that offers %s', (_what, descriptor) => {
  expect(sent(descriptor)).toEqual(NOTHING);
});

test('a scanner beside a keyboard is sent its own commands alone', () => {
  const both = Uint8Array.from([...KEYBOARD_WITH_LIGHTS, ...scannerThatOffers(LIGHTS)]);
  expect(sent(both)).toMatchObject({ good: [['output', 5, 0b10]], bad: [['output', 5, 0b01]] });
});

test('a descriptor cut off anywhere, or of any bytes, is no reason to stop, nor for a long report', () => {
  for (let length = 0; length < REAL_SCANNER.length; length++) {
    feedbackReports(REAL_SCANNER.subarray(0, length));
  }
  const prefix = fc.constantFrom([], [...scannerThatOffers(LIGHTS).subarray(0, -1)]);
  fc.assert(
    fc.property(prefix, fc.uint8Array({ maxLength: 300 }), (before, bytes) => {
      const { good, bad } = feedbackReports(Uint8Array.from([...before, ...bytes]));
      for (const one of [good, bad]) {
        for (const report of [...(one?.begin ?? []), ...(one?.end ?? [])]) {
          expect(report.bytes.length).toBeLessThanOrEqual(65);
        }
      }
    }),
  );
});
