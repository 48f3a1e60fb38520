import { markedBarcode, withMarker } from '#main/base/text-marker.ts';

/** Marks the file as UTF-8; without it spreadsheets misread umlauts. */
export const BYTE_ORDER_MARK = '\u{FEFF}';

/** A text, which is marked where a spreadsheet would change it, or a barcode, which is always marked. */
export type CsvCell = string | { readonly barcode: string | null };

/** A line of a CSV file with its end (RFC 4180). */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  const text = typeof cell === 'string' ? withMarker(cell) : barcodeText(cell.barcode);
  return /^\s|\s$|[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function barcodeText(code: string | null): string {
  return code === null ? '' : markedBarcode(code);
}
