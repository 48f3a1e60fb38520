import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';

/** A line of a table, with the number of the line in its file where it begins, counted from 1. */
export interface TableLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file with a table, as far as it can be read. */
export interface TableFile {
  /** Without empty lines; the first is the heading. */
  readonly lines: readonly TableLine[];
  /** Where it ends too soon, and why; null: it was read to its end. */
  readonly broken: { readonly line: number; readonly fault: 'open-quote' | 'stray-quote' } | null;
}

/** What separates cells; of two that are in the heading equally often, the first. */
const DELIMITERS = ['\t', ';', ','] as const;
/** A first line that is for the spreadsheet alone, and names the delimiter. */
const SEPARATOR_LINE = /^"?sep=(.)"?(?=\n|$)/i;
/** In characters: a longer line has a quotation mark that is not closed. */
const LONGEST_LINE = 10_000;

const recordSchema = z.object({
  record: z.array(z.string()),
  info: z.object({ lines: z.int() }),
});

/**
 * Reads the text of a file as spreadsheets save it (RFC 4180): with commas, semicolons or tabs, or with the
 * delimiter that a first line `sep=;` names. Cells are trimmed, and keep their text markers.
 */
export function readTable(file: string): TableFile {
  const withSeparator = file.replaceAll(/\r\n?/g, '\n');
  const separator = SEPARATOR_LINE.exec(withSeparator)?.[1] ?? null;
  // The line stays, empty, so that the others keep their numbers.
  const text = separator === null ? withSeparator : withSeparator.replace(/^.*/, '');
  const lines: TableLine[] = [];
  let end = 0;
  try {
    parse(text, {
      delimiter: separator ?? delimiterIn(text),
      info: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_LINE,
      on_record(read: unknown) {
        const { record, info } = recordSchema.parse(read);
        end = info.lines;
        const isEmpty = record.every((cell) => cell === '');
        const line = end - record.join('').split('\n').length + 1;
        if (!isEmpty) lines.push({ line, cells: record });
        // Kept here already.
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
    const fault = isOpen ? 'open-quote' : 'stray-quote';
    return { lines, broken: { line: nextLine(text, end), fault } };
  }
  return { lines, broken: null };
}

/** The one that the heading has most often. */
function delimiterIn(text: string): string {
  const heading = text.split('\n').find((line) => line.trim() !== '') ?? '';
  const times = (sign: string) => heading.split(sign).length;
  return DELIMITERS.toSorted((a, b) => times(b) - times(a))[0] ?? ',';
}

/** The number of the first line after one that is not empty. */
function nextLine(text: string, after: number): number {
  const rest = text.split('\n').slice(after);
  const empty = rest.findIndex((line) => line.trim() !== '');
  return after + 1 + Math.max(empty, 0);
}
