import { DATA_REPORT, type ReportLayout } from './report.ts';

/** Usage page and usage of the bytes of a scanned code. */
const DECODED_DATA = 0x8c_00fe;
const LAYOUT_BY_BYTE = new Map<number, ReportLayout>([
  [2, 'without-identifier'],
  [5, 'one-byte-count'],
  [6, 'two-byte-count'],
]);

/**
 * Tags of the short items that are used here, including their type but not their size (HID 1.11,
 * 6.2.2).
 */
const INPUT = 0x80;
const USAGE_PAGE = 0x04;
const REPORT_SIZE = 0x74;
const REPORT_ID = 0x84;
const REPORT_COUNT = 0x94;
const USAGE = 0x08;
const LONG_ITEM = 0xfe;
const MAIN_ITEM = 0x00;

/**
 * Returns where a report descriptor places a code's bytes; null if it does not contain this in a
 * supported form. Push and pop items are not supported: no scanner is known to use them.
 */
export function layoutFrom(descriptor: Uint8Array): ReportLayout | null {
  let page = 0;
  let id = 0;
  let bitsOfField = 0;
  let fields = 0;
  let usages: number[] = [];
  let bitsBefore = 8;
  for (const { tag, value } of items(descriptor)) {
    if (tag === USAGE_PAGE) page = value;
    else if (tag === REPORT_ID) id = value;
    else if (tag === REPORT_SIZE) bitsOfField = value;
    else if (tag === REPORT_COUNT) fields = value;
    else if (tag === USAGE) usages.push(page * 0x1_0000 + value);
    else if (tag === INPUT && id === DATA_REPORT) {
      if (usages.includes(DECODED_DATA)) return LAYOUT_BY_BYTE.get(bitsBefore / 8) ?? null;
      bitsBefore += bitsOfField * fields;
    }
    if ((tag & 0x0c) === MAIN_ITEM) usages = [];
  }
  return null;
}

function* items(descriptor: Uint8Array): Generator<{ tag: number; value: number }> {
  for (let at = 0; at < descriptor.length;) {
    const prefix = descriptor[at] ?? 0;
    if (prefix === LONG_ITEM) return;
    const size = [0, 1, 2, 4][prefix & 3] ?? 0;
    const bytes = descriptor.subarray(at + 1, at + 1 + size);
    yield {
      tag: prefix & ~3,
      value: bytes.reduceRight((sum, byte) => sum * 0x100 + byte, 0),
    };
    at += 1 + size;
  }
}
