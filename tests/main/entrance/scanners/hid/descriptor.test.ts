import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutFrom } from '#main/entrance/scanners/hid/descriptor.ts';
import { keyboardDescriptor, scannerDescriptor } from './reports.ts';

test.each(['one-byte-count', 'two-byte-count', 'without-identifier'] as const)(
  'a descriptor says: %s',
  (layout) => expect(layoutFrom(scannerDescriptor(layout))).toBe(layout),
);

test('a keyboard, and nothing at all, say nothing', () => {
  expect(layoutFrom(keyboardDescriptor)).toBeNull();
  expect(layoutFrom(new Uint8Array())).toBeNull();
});

test('a descriptor cut off anywhere, or of any bytes, is no reason to stop', () => {
  const whole = scannerDescriptor('two-byte-count');
  for (let length = 0; length < whole.length; length++) layoutFrom(whole.subarray(0, length));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void layoutFrom(bytes)));
});
