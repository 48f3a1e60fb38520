import type { Imports } from './imports.ts';

/** That a room imports another, and how often. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Imports between their files. */
  readonly imports: number;
}

/** The arrows between the rooms of src/main, by name; files that stand beside the rooms count as such. */
export function arrowsOf(imports: Imports): readonly Arrow[] {
  const counts = new Map<string, number>();
  for (const [file, imported] of imports) {
    for (const other of imported) {
      const [from, to] = [roomOf(file), roomOf(other)];
      if (from === null || to === null || from === to) continue;
      const arrow = `${from} ${to}`;
      counts.set(arrow, (counts.get(arrow) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([arrow, count]) => {
      const [from = '', to = ''] = arrow.split(' ');
      return { from, to, imports: count };
    });
}

/** The folder of src/main that a file is in, or the file itself; null: it is of another process. */
function roomOf(file: string): string | null {
  return /^src\/main\/([^/]+)/.exec(file)?.[1] ?? null;
}
