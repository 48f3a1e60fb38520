import { err, ok, type Result } from '#shared/result.ts';

/**
 * The layouts of the report that carries a scanned code (HID POS usage tables, scanned data), as
 * found in use. They differ in the size of the byte count, and therefore in the position of
 * everything behind it; the third one has a count of one byte and no AIM identifier.
 */
export type ReportLayout = 'one-byte-count' | 'two-byte-count' | 'without-identifier';

/** The part of a code that one report carries. */
export interface CodePart {
  /** The AIM identifier without its bracket; null if the scanner sends none. */
  readonly symbology: string | null;
  readonly data: Uint8Array;
  /** Whether the code continues in the next report. */
  readonly goesOn: boolean;
}

/** Why a report cannot be read. */
export type ReportFault =
  /** The report is shorter than this kind of report is. */
  | 'cut-short'
  /** Its byte count is larger than the report. */
  | 'count-too-large'
  /** There is no AIM identifier where one has to be, so the rest cannot be interpreted. */
  | 'no-identifier';

/** The id of the report that carries scanned data. */
export const DATA_REPORT = 2;
/** Its length, including the id. Windows pads it to the length of the device's longest report. */
export const REPORT_SIZE = 64;
/** Bytes of a code in one report. */
export const PART_SIZE = 56;

const GOES_ON = 63;
/** The offsets of the fields behind the id and the count. */
const PLACES: Readonly<Record<ReportLayout, { identifier: number; data: number }>> = {
  'one-byte-count': { identifier: 2, data: 5 },
  'two-byte-count': { identifier: 3, data: 6 },
  'without-identifier': { identifier: 2, data: 2 },
};
const BRACKET = 0x5d;
const IDENTIFIER = /^\][A-Za-z][!-~]$/;

/**
 * Reads one report with the id {@link DATA_REPORT}. `layout` is what the report descriptor says; if
 * it is null, the layout is recognised by the bracket of the AIM identifier. That is unambiguous:
 * where one layout has the bracket, the other has the upper byte of its count, which is 0. A report
 * without an identifier can be read only if the descriptor tells its layout.
 */
export function readReport(
  report: Uint8Array,
  layout: ReportLayout | null,
): Result<CodePart, ReportFault> {
  if (report.length < REPORT_SIZE) return err('cut-short');
  const found = layout ?? layoutByBracket(report);
  if (found === null) return err('no-identifier');
  const { identifier, data } = PLACES[found];
  const count = at(report, 1) + (found === 'two-byte-count' ? at(report, 2) * 0x100 : 0);
  if (count > PART_SIZE) return err('count-too-large');
  const symbology = symbologyOf(report.subarray(identifier, data));
  if (symbology === undefined) return err('no-identifier');
  return ok({ symbology, data: report.slice(data, data + count), goesOn: goesOn(report) });
}

/**
 * Whether a report says that the code continues, as far as it can be read; true if the report is
 * cut short.
 */
export function goesOn(report: Uint8Array): boolean {
  return report.length < REPORT_SIZE || (at(report, GOES_ON) & 1) === 1;
}

function layoutByBracket(report: Uint8Array): ReportLayout | null {
  if (at(report, 2) === BRACKET) return 'one-byte-count';
  return at(report, 2) === 0 && at(report, 3) === BRACKET ? 'two-byte-count' : null;
}

/** Returns null if no identifier was sent; undefined if the bytes are not an identifier. */
function symbologyOf(identifier: Uint8Array): string | null | undefined {
  if (identifier.every((byte) => byte === 0)) return null;
  const text = Buffer.from(identifier).toString('latin1');
  return IDENTIFIER.test(text) ? text.slice(1) : undefined;
}

function at(report: Uint8Array, index: number): number {
  return report[index] ?? 0;
}
