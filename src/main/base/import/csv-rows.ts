import { err, ok, type Result } from '#shared/result.ts';
import type { CsvFault } from '#shared/model/import.ts';
import { textOfFile } from './text-of-file.ts';

/** A row of a file, and the line that it begins on, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Reads a CSV file (RFC 4180) as spreadsheets write it: UTF-8 with or without a byte order mark, UTF-16 with one, or
 * Latin-1; with commas, semicolons or tabs. Empty rows are left out. A file that is not whole is not read at all.
 *
 * @param most rows, the heading among them
 */
export function csvRows(bytes: Uint8Array, most: number): Result<readonly CsvRow[], CsvFault> {
  const text = textOfFile(bytes);
  if (text.includes('\0')) return err({ type: 'not-text' });
  const reader = new RowReader(text);
  const rows: CsvRow[] = [];
  for (;;) {
    const row = reader.next();
    if (!row.ok) return row;
    if (row.value === null) return ok(rows);
    if (row.value.cells.every((cell) => cell.trim() === '')) continue;
    if (rows.length === most) return err({ type: 'too-long', line: row.value.line });
    rows.push(row.value);
  }
}

/** The sign that divides the heading most often. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const heading = end === -1 ? text : text.slice(0, end);
  const times = (sign: string) => heading.split(sign).length;
  return DELIMITERS.toSorted((a, b) => times(b) - times(a))[0] ?? ',';
}

/** Reads one row after the other. */
class RowReader {
  readonly #text: string;
  readonly #delimiter: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
    this.#delimiter = delimiterOf(text);
  }

  /** Null at the end. */
  next(): Result<CsvRow | null, CsvFault> {
    if (this.#at >= this.#text.length) return ok(null);
    const line = this.#line;
    const cells: string[] = [];
    for (;;) {
      const cell = this.#text[this.#at] === '"' ? this.#quoted() : ok(this.#plain());
      if (!cell.ok) return cell;
      cells.push(cell.value);
      if (this.#text[this.#at] !== this.#delimiter) break;
      this.#at += 1;
    }
    this.#endLine();
    return ok({ line, cells });
  }

  #plain(): string {
    const start = this.#at;
    while (this.#at < this.#text.length && !this.#isEnd()) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #quoted(): Result<string, CsvFault> {
    const line = this.#line;
    let cell = '';
    for (;;) {
      const end = this.#text.indexOf('"', this.#at + 1);
      if (end === -1) return err({ type: 'open-quote', line });
      const part = this.#text.slice(this.#at + 1, end);
      this.#line += part.match(/\r\n|\r|\n/g)?.length ?? 0;
      cell += part;
      this.#at = end + 1;
      if (this.#text[this.#at] !== '"') break;
      cell += '"';
    }
    if (this.#at < this.#text.length && !this.#isEnd()) {
      return err({ type: 'after-quote', line: this.#line });
    }
    return ok(cell);
  }

  #isEnd(): boolean {
    const sign = this.#text[this.#at];
    return sign === this.#delimiter || sign === '\n' || sign === '\r';
  }

  #endLine(): void {
    if (this.#text[this.#at] === '\r') this.#at += this.#text[this.#at + 1] === '\n' ? 2 : 1;
    else if (this.#text[this.#at] === '\n') this.#at += 1;
    this.#line += 1;
  }
}
