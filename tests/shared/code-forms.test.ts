import { expect, test } from 'vitest';
import { alternateForm, isTypedInGroups, plainForm } from '#shared/code-forms.ts';
import type { ScanSource } from '#shared/model/scan.ts';

test.each([
  [' abc-12 ', 'ABC12'],
  ['0071 0400 7919', '007104007919'],
  ['0071\u20110400\u00A07919', '007104007919'],
  ['0012', '0012'],
  ['- -', ''],
])('reduces %j to its plain form', (code, plain) => {
  expect(plainForm(code)).toBe(plain);
});

test.each<[string, ScanSource, string | undefined, string | null]>([
  ['0071 0400 7919', 'manual', undefined, '007104007919'],
  ['0071-0401-5838', 'manual', undefined, '007104015838'],
  ['aB-1', 'manual', undefined, 'aB1'],
  ['007104007919', 'manual', undefined, null],
  ['---', 'manual', undefined, null],
  // A scanner reads what is in the symbol.
  ['0071-0401-5838', 'hid', undefined, null],
  ['036000291452', 'hid', undefined, '0036000291452'],
  ['0036000291452', 'camera', ']E0', '036000291452'],
  ['036000291452', 'serial', 'E0', '0036000291452'],
  ['036000291452', 'hid', ']C1', null],
  ['036000291453', 'hid', undefined, null],
  ['4006381333931', 'camera', ']E0', null],
  ['36000291452', 'hid', undefined, null],
])('the second form of %s by %s with %s is %s', (code, source, symbology, form) => {
  expect(alternateForm({ code, source, symbology })).toBe(form);
});

test.each<[string, ScanSource, boolean]>([
  ['0071 0400', 'manual', true],
  ['00710400', 'manual', false],
  ['0071 0400', 'wedge', false],
])('knows whether %s by %s was typed in groups', (code, source, isTyped) => {
  expect(isTypedInGroups({ code, source })).toBe(isTyped);
});
