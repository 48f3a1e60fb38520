import { isWide } from '#shared/ipc/entrance-schemas.ts';
import { MOST_ENTRANCES, MOST_PATTERNS, MOST_WIDE_PATTERNS } from '#shared/model/entrance.ts';
import type { Entrance } from '#shared/model/entrance.ts';
import type { FileFault, LineFault } from '#shared/model/entrance-file.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { readTable } from '#main/base/import/read-table.ts';
import { textOfFile } from '#main/base/import/text-of-file.ts';
import { isRounded, withoutMarker } from '#main/base/text-marker.ts';
import { columnOf, type Column } from './entrance-columns.ts';
import { EntrancesBuilder } from './entrances-builder.ts';

/** The most lines that are named. */
const MOST_NAMED = 50;

type Wrong = Extract<FileFault, { readonly type: 'lines' }>['lines'][number];

/**
 * Reads the entrances of a house from a table: a line for each pattern, or for the way from one entrance to another.
 * If anything in it makes no sense, nothing of it is taken, and each line that is wrong is named.
 */
export function readEntrances(file: Uint8Array): Result<readonly Entrance[], FileFault> {
  const { lines, broken } = readTable(textOfFile(file));
  const [heading, ...rest] = lines;
  if (heading === undefined) {
    return err(broken === null ? { type: 'empty' } : linesFault([{ ...broken, text: null }]));
  }
  const columns = columnsIn(heading.cells);
  if (!columns.ok) return columns;

  const builder = new EntrancesBuilder();
  const wrong: Wrong[] = [];
  for (const { line, cells } of rest) {
    const fault = faultOf(builder, columns.value, cells);
    if (fault !== null) wrong.push({ line, ...fault });
  }
  if (broken !== null) wrong.push({ ...broken, text: null });
  if (wrong.length > 0) return err(linesFault(wrong));

  const entrances = builder.entrances();
  const patterns = entrances.flatMap(({ tickets }) => tickets);
  if (entrances.length === 0) return err({ type: 'empty' });
  if (entrances.length > MOST_ENTRANCES) return err({ type: 'too-many-entrances' });
  if (patterns.length > MOST_PATTERNS) return err({ type: 'too-many-patterns' });
  if (patterns.filter(isWide).length > MOST_WIDE_PATTERNS) {
    return err({ type: 'too-many-wide-patterns' });
  }
  return ok(entrances);
}

function linesFault(wrong: readonly Wrong[]): FileFault {
  const lines = wrong.slice(0, MOST_NAMED);
  return { type: 'lines', lines, more: wrong.length - lines.length };
}

function columnsIn(headings: readonly string[]): Result<readonly Column[], FileFault> {
  const columns: Column[] = [];
  for (const [index, heading] of headings.entries()) {
    const column = columnOf(heading);
    if (column === null) return err({ type: 'unknown-column', column: heading.slice(0, 60) });
    const first = headings.findIndex(
      (other) => other.trim().toLowerCase() === heading.trim().toLowerCase(),
    );
    if (first !== index) return err({ type: 'column-twice', column: heading });
    columns.push(column);
  }
  if (columns.some(({ of }) => of === 'entrance')) return ok(columns);
  return err({ type: 'no-column', column: 'entrance' });
}

/** Adds a line; null: it makes sense. */
function faultOf(
  builder: EntrancesBuilder,
  columns: readonly Column[],
  cells: readonly string[],
): { readonly fault: LineFault; readonly text: string | null } | null {
  const beyond = cells.slice(columns.length).find((cell) => cell !== '');
  if (beyond !== undefined) return { fault: 'too-many-cells', text: beyond.slice(0, 60) };
  const rounded = cells.find(isRounded);
  if (rounded !== undefined) return { fault: 'rounded-number', text: rounded };
  const filled = columns.flatMap((column, index) => {
    const text = withoutMarker(cells[index] ?? '');
    return text === '' ? [] : [{ column, text }];
  });
  return builder.add(filled);
}
