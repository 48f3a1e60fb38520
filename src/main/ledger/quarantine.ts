import { existsSync } from 'node:fs';
import { renamePatiently } from '#main/base/rename-patiently.ts';

/** The suffixes of the database's own file and of SQLite's files beside it (journal and index). */
const FILES = ['', '-wal', '-shm'];

/**
 * Renames a database, with all that belongs to it, so that SQLite's tools still find it together. Returns its new
 * path: the wanted one, with a number where that exists. Throws what the operating system refuses.
 */
export function quarantine(path: string, wanted: string): string {
  const aside = freeName(wanted);
  // The database first: should this end half-way, a journal without its database is noticed at the next
  // start, but a database without its journal would be taken for whole.
  for (const suffix of FILES) {
    if (existsSync(path + suffix)) renamePatiently(path + suffix, aside + suffix);
  }
  return aside;
}

/** A kiosk without a clock battery may reach the same time twice, so the name may exist already. */
function freeName(wanted: string): string {
  const isFree = (name: string) => FILES.every((end) => !existsSync(name + end));
  let name = wanted;
  for (let count = 2; !isFree(name); count += 1) name = `${wanted}-${count}`;
  return name;
}
