import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem, type as systemType, release } from 'node:os';

/**
 * On what the figures were taken. No names: those of machines and folders are nobody's business.
 *
 * @param runtimes what ran besides Node, with its version
 */
export function machine(now: Date, ...runtimes: readonly string[]): string {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB of memory`;
  const processor = `${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores`;
  const system = `${systemType()} ${release()}`;
  const ran = [`Node ${process.versions.node}`, ...runtimes].join(', ');
  return `${processor}, ${memory}; ${system}; ${ran}; ${now.toISOString().slice(0, 10)}.`;
}

/** The page with other figures between this bench's marks; null if it has no such marks. */
export function withFigures(page: string, bench: string, figures: string): string | null {
  const [beginMark, endMark] = [`<!-- ${bench}: begin -->`, `<!-- ${bench}: end -->`];
  const [begin, end] = [page.indexOf(beginMark), page.indexOf(endMark)];
  if (begin < 0 || end < begin) return null;
  return `${page.slice(0, begin + beginMark.length)}\n\n${figures}\n\n${page.slice(end)}`;
}

/** Writes figures between a bench's marks on a page, in the form that the project's pages have. */
export function writeFigures(path: string, bench: string, figures: string): void {
  const page = withFigures(readFileSync(path, 'utf8'), bench, figures);
  if (page === null) throw new Error(`${path} has no place for the figures of ${bench}`);
  writeFileSync(path, page);
  execFileSync('prettier', ['--write', '--log-level=warn', path]);
}
