import type { Imports } from './imports.ts';

/** That a room imports another, and how often. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Imports between their files. */
  readonly imports: number;
}

/** The arrows between the rooms of a folder, by name; files that lie next to the rooms count as rooms. */
export function arrowsOf(imports: Imports, folder = 'src/main'): readonly Arrow[] {
  const counts = new Map<string, number>();
  for (const [file, imported] of imports) {
    for (const other of imported) {
      const [from, to] = [roomOf(file, folder), roomOf(other, folder)];
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

/** The room that a file is in, or the file itself; null: it lies elsewhere. */
function roomOf(file: string, folder: string): string | null {
  return file.startsWith(`${folder}/`)
    ? (file.slice(folder.length + 1).split('/')[0] ?? null)
    : null;
}
