/** What is wrong with a line of a file of entrances. */
export const LINE_FAULTS = [
  /** It names no entrance. */
  'no-entrance',
  /** It has more cells than the heading. */
  'too-many-cells',
  /** A text is too long. */
  'too-long',
  'not-a-colour',
  'not-an-arrow',
  /** A pattern has an open brace, or braces without a range. */
  'not-a-pattern',
  /** A spreadsheet has rounded a number (`7.14E+11`). */
  'rounded-number',
  /** It says something else of its entrance than a line before. */
  'contradiction',
  /** From it on, a quotation mark is open. */
  'open-quote',
  /** A quotation mark stands where none may. */
  'stray-quote',
] as const;
export type LineFault = (typeof LINE_FAULTS)[number];

/** What is wrong with a file of entrances as a whole. */
export type FileFault =
  | { readonly type: 'empty' }
  /** It is larger than files may be. */
  | { readonly type: 'too-large' }
  /** A column that has to be there is missing. */
  | { readonly type: 'no-column'; readonly column: string }
  /** The heading has a column that nobody knows, or one twice. */
  | { readonly type: 'unknown-column' | 'column-twice'; readonly column: string }
  /** Lines that make no sense: the first of them, and how many others there are. Line 1 is the heading. */
  | {
      readonly type: 'lines';
      readonly lines: readonly {
        readonly line: number;
        readonly fault: LineFault;
        /** What stands there; null where that says nothing. */
        readonly text: string | null;
      }[];
      readonly more: number;
    }
  | { readonly type: 'too-many-entrances' | 'too-many-patterns' | 'too-many-wide-patterns' }
  /** The file could not be read to its end. */
  | { readonly type: 'failed' }
  /** Another list is being read or tried. */
  | { readonly type: 'busy' };

/** The largest file of entrances, in bytes: room for 100,000 lines. */
export const LARGEST_ENTRANCE_FILE = 8 * 1024 * 1024;
