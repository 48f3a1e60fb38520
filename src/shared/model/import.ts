/** Why a CSV file cannot be read; lines are counted from 1. */
export type CsvFault =
  /** It is a spreadsheet's own format, or something else that is no text. */
  | { readonly type: 'not-text' }
  /** It has more rows than are taken. */
  | { readonly type: 'too-long'; readonly line: number }
  /** A quote is opened in the row that begins on this line, and never closed. */
  | { readonly type: 'open-quote'; readonly line: number }
  /** Something follows a closing quote on this line. */
  | { readonly type: 'after-quote'; readonly line: number };
