/** Marks the file as UTF-8; without it spreadsheets misread umlauts. */
export const BYTE_ORDER_MARK = '\u{FEFF}';

/**
 * First characters that make a spreadsheet run a cell as a formula; names and barcodes come from
 * outside.
 */
const FORMULA_START = /^[=+\-@\t\r\n]/;

/** A line of a CSV file with its end (RFC 4180). An apostrophe keeps formulas from being run. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const harmless = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
