import { scannerDescriptor } from './reports.ts';

/**
 * The whole report descriptor of a scanner that was plugged in (published as an example in LeviticusMB's
 * `ReportDescriptor.java`): scanned data in report 2, in report 4 what it may be commanded, its maker's own in 240.
 */
export const REAL_SCANNER = Uint8Array.from(
  Buffer.from(
    '058C0902A1010912A1028502150026FF00750895010501093B81029503058C09FB09FC09FD8102953809FE820202' +
      '0666FF9502090009008102058C25017501950809FF8102C00914A10285041500250175019508095F096009850986' +
      '9186C006FFFF0901A10285F0150026FF007508953F0902820202953F0903920202C0C0',
    'hex',
  ),
);
/** What it is sent for a good and for a bad code. */
export const REAL_GOOD = [4, 0x08];
export const REAL_BAD = [4, 0x04];

/** A scanner whose descriptor goes on with `items` behind its data report. */
export function scannerThatOffers(items: readonly number[]): Uint8Array {
  const whole = scannerDescriptor('one-byte-count');
  return Uint8Array.from([...whole.subarray(0, -1), ...items, 0xc0]);
}

const BIT = [0x15, 0x00, 0x25, 0x01, 0x75, 0x01];
const PADDING = [0x75, 0x06, 0x95, 0x01, 0x91, 0x01];

/** Report 5: a red and a green light, and six bits that mean nothing. */
export const LIGHTS = [
  ...[0x85, 0x05, ...BIT, 0x95, 0x02, 0x05, 0x08, 0x09, 0x48, 0x09, 0x49, 0x91, 0x02],
  ...PADDING,
];

/** Report 6, a feature report: both beeps, which stay commanded until they are not, in bytes of their own. */
export const BEEPS_AS_FEATURES = [
  ...[0x85, 0x06, 0x15, 0x00, 0x25, 0x01, 0x75, 0x08, 0x95, 0x02, 0x05, 0x8c],
  ...[0x09, 0x86, 0x09, 0x85, 0xb1, 0x02],
];

/** Report 7: both beeps, beside the loudness of one of them. */
export const BEEPS_AMONG_SETTINGS = [
  ...[0x85, 0x07, ...BIT, 0x95, 0x02, 0x05, 0x8c, 0x09, 0x86, 0x09, 0x85, 0x91, 0x02],
  ...[0x75, 0x06, 0x95, 0x01, 0x09, 0x80, 0x91, 0x02],
];

/** A keyboard with its three lights, before the scanner in the same descriptor. */
export const KEYBOARD_WITH_LIGHTS = [
  ...[0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0x85, 0x01, ...BIT],
  ...[0x95, 0x08, 0x05, 0x07, 0x19, 0xe0, 0x29, 0xe7, 0x81, 0x02],
  ...[0x95, 0x03, 0x05, 0x08, 0x19, 0x01, 0x29, 0x03, 0x91, 0x02],
  ...[0x95, 0x02, 0x09, 0x48, 0x09, 0x49, 0x91, 0x02, 0x75, 0x03, 0x95, 0x01, 0x91, 0x01, 0xc0],
];
