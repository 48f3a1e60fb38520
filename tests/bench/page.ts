import { cpus, totalmem, type as systemType, release } from 'node:os';

/** On what the figures were taken. No names: those of machines and folders are nobody's business. */
export function machine(now: Date): string {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB of memory`;
  const processor = `${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores`;
  const system = `${systemType()} ${release()}`;
  return `${processor}, ${memory}; ${system}; Node ${process.versions.node}; ${now.toISOString().slice(0, 10)}.`;
}

/** The page with other figures between this bench's marks; null if it has no such marks. */
export function withFigures(page: string, bench: string, figures: string): string | null {
  const [beginMark, endMark] = [`<!-- ${bench}: begin -->`, `<!-- ${bench}: end -->`];
  const [begin, end] = [page.indexOf(beginMark), page.indexOf(endMark)];
  if (begin < 0 || end < begin) return null;
  return `${page.slice(0, begin + beginMark.length)}\n\n${figures}\n\n${page.slice(end)}`;
}
