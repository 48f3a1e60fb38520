import type { Imports } from './imports.ts';

/** Files that import each other in a loop: each such loop once, from the file that comes first by name. */
export function circlesOf(imports: Imports): readonly (readonly string[])[] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): void => {
    const begin = way.indexOf(file);
    if (begin >= 0) circles.push(way.slice(begin));
    if (begin >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  return circles;
}
