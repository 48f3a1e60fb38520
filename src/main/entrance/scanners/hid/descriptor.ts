import { DATA_REPORT, type ReportLayout } from './report.ts';
import { fieldsOf } from './report-descriptor.ts';

/** Usage page and usage of the bytes of a scanned code. */
const DECODED_DATA = 0x8c_00fe;
const LAYOUT_BY_BYTE = new Map<number, ReportLayout>([
  [2, 'without-identifier'],
  [5, 'one-byte-count'],
  [6, 'two-byte-count'],
]);

/** Returns where a report descriptor places a code's bytes; null if it does not contain this in a supported form. */
export function layoutFrom(descriptor: Uint8Array): ReportLayout | null {
  const data = fieldsOf(descriptor).find(
    ({ kind, id, usages }) =>
      kind === 'input' && id === DATA_REPORT && usages.includes(DECODED_DATA),
  );
  return data === undefined ? null : (LAYOUT_BY_BYTE.get(1 + data.offset / 8) ?? null);
}
