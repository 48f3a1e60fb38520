import { readTable, type TableLine } from '#main/base/import/read-table.ts';
import { textOfFile } from '#main/base/import/text-of-file.ts';
import { isRounded, unmarkedBarcode, withoutMarker } from '#main/base/text-marker.ts';
import {
  LARGEST_NOTES,
  MOST_NOTES,
  MOST_PROBLEMS,
  NOTE_KINDS,
  type NewNote,
  type NoteProblem,
  type NotesRefusal,
} from '#shared/model/notes.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { checkedNote, type Evenings } from './check-note.ts';

/** The columns of a file, in any order; more are left alone. */
const SUBJECT = ['ticket', 'barcode', 'buyer', 'section', 'seat'] as const;
const COLUMNS = [...SUBJECT, 'note', 'text', 'acknowledge', 'day'] as const;
type Column = (typeof COLUMNS)[number];

const YES = ['yes', 'y', 'x', '1', 'true'];
const NO = ['', 'no', 'n', '0', 'false'];

/**
 * Reads the notes of a CSV file: all of them, or none where anything is wrong with it.
 *
 * @param evenings for which evenings there may be notes; without a day a note is for the first
 */
export function readNotes(
  bytes: Uint8Array,
  evenings: Evenings,
): Result<readonly NewNote[], NotesRefusal> {
  if (bytes.length > LARGEST_NOTES) return err({ type: 'too-large' });
  const text = textOfFile(bytes);
  if (text.includes('\0')) return err({ type: 'not-text' });
  const { lines: table, broken } = readTable(text);
  if (broken !== null) {
    const type = broken.fault === 'open-quote' ? 'open-quote' : 'after-quote';
    return err({ type, line: broken.line });
  }
  const [heading, ...rows] = table;
  const beyond = rows[MOST_NOTES];
  if (beyond !== undefined) return err({ type: 'too-long', line: beyond.line });
  const columns = placesOf(heading?.cells ?? []);
  if (columns.size === 0) return err({ type: 'no-columns' });
  if (rows.length === 0) return err({ type: 'empty' });
  const notes = rows.map((row) => ({ line: row.line, note: noteIn(row, columns, evenings) }));
  const lines = notes.flatMap(({ line, note }) => (note.ok ? [] : [{ line, problem: note.error }]));
  if (lines.length > 0) {
    return err({ type: 'wrong-lines', lines: lines.slice(0, MOST_PROBLEMS), count: lines.length });
  }
  return ok(notes.flatMap(({ note }) => (note.ok ? [note.value] : [])));
}

function placesOf(heading: readonly string[]): ReadonlyMap<Column, number> {
  const names = heading.map((name) => name.trim().toLowerCase());
  return new Map(
    COLUMNS.map((column) => [column, names.indexOf(column)] as const).filter(([, at]) => at >= 0),
  );
}

function noteIn(
  { cells }: TableLine,
  columns: ReadonlyMap<Column, number>,
  evenings: Evenings,
): Result<NewNote, NoteProblem> {
  const cell = (column: Column): string | null => {
    const at = columns.get(column);
    const text = at === undefined ? '' : (cells[at] ?? '');
    return (column === 'barcode' ? unmarkedBarcode(text) : withoutMarker(text)).trim() || null;
  };
  const isSubjectRounded = SUBJECT.some((column) =>
    isRounded(cells[columns.get(column) ?? -1] ?? ''),
  );
  if (isSubjectRounded) return err('rounded-number');
  const ticket = cell('ticket');
  if (ticket !== null && !/^[1-9]\d{0,14}$/.test(ticket)) return err('wrong-number');
  const word = (cell('note') ?? 'other').toLowerCase();
  const kind = NOTE_KINDS.find((one) => one === word);
  if (kind === undefined) return err('unknown-kind');
  const seen = (cell('acknowledge') ?? '').toLowerCase();
  if (![...YES, ...NO].includes(seen)) return err('wrong-yes-or-no');
  return checkedNote(
    {
      ticketId: ticket === null ? null : Number(ticket),
      barcode: cell('barcode'),
      buyer: cell('buyer'),
      section: cell('section'),
      seat: cell('seat'),
      kind,
      text: cell('text'),
      mustBeSeen: YES.includes(seen),
      day: cell('day') ?? evenings.first,
    },
    evenings,
  );
}
