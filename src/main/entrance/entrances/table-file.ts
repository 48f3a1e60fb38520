import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { textOfFile } from '#main/base/import/text-of-file.ts';

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

/** What separates cells, in the order in which it is looked for in the heading. */
const DELIMITERS = ['\t', ';', ','] as const;
/** In characters: a longer line has a quotation mark that is not closed. */
const LONGEST_LINE = 10_000;

const recordSchema = z.object({
  record: z.array(z.string()),
  info: z.object({ lines: z.int() }),
});

/** Reads a file as spreadsheets save it: with commas, semicolons or tabs, in UTF-8, UTF-16 or Latin-1. */
export function readTable(file: Uint8Array): TableFile {
  const text = textOfFile(file);
  const lines: TableLine[] = [];
  let end = 0;
  try {
    parse(text, {
      delimiter: delimiterIn(text),
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

function delimiterIn(text: string): string {
  const heading = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? '';
  return DELIMITERS.find((each) => heading.includes(each)) ?? ',';
}

/** The number of the first line after one that is not empty. */
function nextLine(text: string, after: number): number {
  const rest = text.split('\n').slice(after);
  const empty = rest.findIndex((line) => line.trim() !== '');
  return after + 1 + Math.max(empty, 0);
}
