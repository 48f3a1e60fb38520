/*
 * A spreadsheet reads a cell of a CSV file as a number, a date or a formula wherever it can: leading
 * zeros and all digits after the fifteenth are lost, and a name may run as a formula. An apostrophe in
 * front of the cell, the *text marker*, keeps it text. Exports write the marker, imports remove it.
 */

/** What begins a formula in a spreadsheet, also in the wide forms of East Asian keyboards. */
const FORMULA = '=+\\-@＝＋－＠';
/** Where a cell begins if a spreadsheet's locale separates with semicolons or tabs, or ignores a quote. */
const LATER_CELL = '[;\\t\\r\\n]\\s*';

const LATER_FORMULA = new RegExp(`(${LATER_CELL})('*[${FORMULA}])`, 'g');
const LATER_MARKER = new RegExp(`(${LATER_CELL})'('*[${FORMULA}])`, 'g');
const NO_TEXT = `'*(?:\\s*[${FORMULA}\\d]|[\\t\\r\\n])`;
const STARTS_AS_NO_TEXT = new RegExp(`^${NO_TEXT}`);
const MARKER = new RegExp(`^'(?=${NO_TEXT})`);
/** Numbers that spreadsheets show in full, and instants that they keep. */
const UNCHANGED = /^(?:0|[1-9]\d{0,10}|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d))$/;
/** A number as spreadsheets save it if it has twelve digits or more. */
const ROUNDED = /^-?\d(?:[.,]\d+)?E[+-]?\d{2,3}$/i;

/** Returns a text with a marker wherever a spreadsheet would read anything but this text. */
export function withMarker(text: string): string {
  const later = text.replaceAll(LATER_FORMULA, "$1'$2");
  return STARTS_AS_NO_TEXT.test(text) && !UNCHANGED.test(text) ? `'${later}` : later;
}

/** Returns a barcode with its marker; all have one, because some look like dates (`MAR12`). */
export function markedBarcode(code: string): string {
  return `'${code.replaceAll(LATER_FORMULA, "$1'$2")}`;
}

/** Returns a text without its marker. A name such as `'t Hooft` keeps its apostrophe. */
export function withoutMarker(text: string): string {
  return text.replaceAll(LATER_MARKER, '$1$2').replace(MARKER, '');
}

/** Returns a barcode without its marker. */
export function unmarkedBarcode(text: string): string {
  return text.replace(/^'/, '').replaceAll(LATER_MARKER, '$1$2');
}

/** Whether a spreadsheet has rounded a number in this cell (`7.14E+11`), so that its digits are lost. */
export function isRounded(cell: string): boolean {
  return ROUNDED.test(cell);
}
