import type { ReportLayout } from '#main/entrance/scanners/hid/report.ts';

const PART = 56;

/** One report as a scanner sends it. */
export function report(
  layout: ReportLayout,
  data: Uint8Array | string,
  { aim = ']C0', goesOn = false }: { aim?: string; goesOn?: boolean } = {},
): Uint8Array {
  const start = { 'one-byte-count': 5, 'two-byte-count': 6, 'without-identifier': 2 }[layout];
  const bytes = Buffer.alloc(64);
  const part = Buffer.from(data);
  bytes[0] = 2;
  bytes[1] = part.length;
  if (layout !== 'without-identifier') bytes.write(aim, start - 3, 'latin1');
  bytes.set(part, start);
  bytes[63] = goesOn ? 1 : 0;
  return Uint8Array.from(bytes);
}

/** All reports of one code. */
export function reportsOf(
  layout: ReportLayout,
  code: Uint8Array | string,
  aim = ']C0',
): Uint8Array[] {
  const bytes = Buffer.from(code);
  const parts = Math.max(1, Math.ceil(bytes.length / PART));
  return Array.from({ length: parts }, (_, part) =>
    report(layout, bytes.subarray(part * PART, (part + 1) * PART), {
      aim,
      goesOn: part < parts - 1,
    }),
  );
}

/** A report descriptor of a bar code scanner, as far as its data report. */
export function scannerDescriptor(layout: ReportLayout): Uint8Array {
  const countBytes = layout === 'two-byte-count' ? 2 : 1;
  const aim = [0x75, 0x08, 0x95, 0x03, 0x05, 0x8c, 0x09, 0xfb, 0x09, 0xfc, 0x09, 0xfd, 0x81, 0x02];
  const identifier = layout === 'without-identifier' ? [] : aim;
  const makersOwn = 6 - countBytes - (identifier.length === 0 ? 0 : 3);
  const data = [
    ...[0x05, 0x8c, 0x09, 0x12, 0xa1, 0x02, 0x85, 0x02], // scanned data, report 2
    ...[0x15, 0x00, 0x26, 0xff, 0x00],
    ...[0x75, 8 * countBytes, 0x95, 0x01, 0x05, 0x01, 0x09, 0x3b, 0x81, 0x02], // byte count
    ...identifier,
    ...[0x75, 0x08, 0x95, 0x38, 0x05, 0x8c, 0x09, 0xfe, 0x82, 0x02, 0x01], // decoded data
    ...[0x06, 0x66, 0xff, 0x95, makersOwn, 0x09, 0x04, 0x81, 0x02],
    ...[0x05, 0x8c, 0x25, 0x01, 0x75, 0x01, 0x95, 0x08, 0x09, 0xff, 0x81, 0x02, 0xc0], // goes on
  ];
  return Uint8Array.from([0x05, 0x8c, 0x09, 0x02, 0xa1, 0x01, ...data, 0xc0]);
}

/** Boot keyboard without report ids: a scanner in keyboard mode. */
export const keyboardDescriptor = Uint8Array.from([
  ...[0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0x05, 0x07, 0x19, 0xe0, 0x29, 0xe7, 0x15, 0x00],
  ...[0x25, 0x01, 0x75, 0x01, 0x95, 0x08, 0x81, 0x02, 0x95, 0x01, 0x75, 0x08, 0x81, 0x01],
  ...[0x95, 0x06, 0x75, 0x08, 0x15, 0x00, 0x25, 0x65, 0x05, 0x07, 0x19, 0x00, 0x29, 0x65],
  ...[0x81, 0x00, 0xc0],
]);
