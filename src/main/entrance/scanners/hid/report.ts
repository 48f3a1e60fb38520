import { err, ok, type Result } from '#shared/result.ts';

/**
 * The forms in the field of the report that carries a scanned code (HID POS usage tables, scanned
 * data). They differ in the size of the byte count, and so in where everything behind it stands; the
 * third one has a count of one byte and no place for the AIM identifier.
 */
export type ReportLayout = 'one-byte-count' | 'two-byte-count' | 'without-identifier';

/** One report's share of a code. */
export interface CodePart {
  /** The AIM identifier without its bracket; null where the scanner sends none. */
  readonly symbology: string | null;
  readonly data: Uint8Array;
  /** The code goes on in the next report. */
  readonly goesOn: boolean;
}

/** Why a report carries nothing that can be read. */
export type ReportFault =
  /** Shorter than such a report is. */
  | 'cut-short'
  /** Says that it carries more than fits in. */
  | 'count-too-large'
  /** No AIM identifier where one has to be: it cannot be told what the rest is. */
  | 'no-identifier';

/** The id of the report that carries scanned data. */
export const DATA_REPORT = 2;
/** How long it is, with its id. Windows pads it to the device's longest. */
export const REPORT_SIZE = 64;
/** Bytes of a code in one report. */
export const PART_SIZE = 56;

const GOES_ON = 63;
/** Where the fields behind the id and the count begin. */
const PLACES: Readonly<Record<ReportLayout, { identifier: number; data: number }>> = {
  'one-byte-count': { identifier: 2, data: 5 },
  'two-byte-count': { identifier: 3, data: 6 },
  'without-identifier': { identifier: 2, data: 2 },
};
const BRACKET = 0x5d;
const IDENTIFIER = /^\][A-Za-z][!-~]$/;

/**
 * Reads one report with the id {@link DATA_REPORT}. `layout` is what the report descriptor says, null
 * where it says nothing: then the bracket of the AIM identifier tells. It leaves no doubt, because
 * where one layout has the bracket the other has the upper half of its count, which is 0. A report
 * without identifier can only be read where the descriptor tells its layout.
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

/** Whether a report says that the code goes on, as far as it can be told; a report cut short may. */
export function goesOn(report: Uint8Array): boolean {
  return report.length < REPORT_SIZE || (at(report, GOES_ON) & 1) === 1;
}

function layoutByBracket(report: Uint8Array): ReportLayout | null {
  if (at(report, 2) === BRACKET) return 'one-byte-count';
  return at(report, 2) === 0 && at(report, 3) === BRACKET ? 'two-byte-count' : null;
}

/** Null: none is sent. Undefined: this is none. */
function symbologyOf(identifier: Uint8Array): string | null | undefined {
  if (identifier.every((byte) => byte === 0)) return null;
  const text = Buffer.from(identifier).toString('latin1');
  return IDENTIFIER.test(text) ? text.slice(1) : undefined;
}

function at(report: Uint8Array, index: number): number {
  return report[index] ?? 0;
}
