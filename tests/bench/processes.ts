import { readdirSync, readFileSync } from 'node:fs';

/** Whether processes can be measured: on Linux. */
export const MEASURES_PROCESSES = process.platform === 'linux';

/** Ticks of the processor's clock in a second, as Linux tells them to every program. */
const TICKS = 100;

/** A process as `/proc/<id>/stat` has it. */
interface Stat {
  readonly id: number;
  readonly parent: number;
  /** Its group: Chromium's helpers stay in it, also those whose parent has gone. */
  readonly group: number;
  /** What it has taken so far, in seconds of a processor. */
  readonly seconds: number;
}

/** A process and all that it has started, by their ids. */
export function processesOf(main: number): readonly number[] {
  const all = stats();
  const found = new Set(all.filter(({ id, group }) => id === main || group === main).map(idOf));
  for (;;) {
    const more = all.filter(({ id, parent }) => found.has(parent) && !found.has(id));
    if (more.length === 0) return [...found];
    for (const { id } of more) found.add(id);
  }
}

/**
 * The memory of these processes in MB, pages that several of them share counted once (`Pss`: each has
 * its part of them).
 */
export function memoryOf(ids: readonly number[]): number {
  const kilobytes = ids.map((id) =>
    Number(/^Pss:\s+(\d+) kB$/m.exec(ofProcess(id, 'smaps_rollup'))?.[1] ?? 0),
  );
  return sum(kilobytes) / 1024;
}

/** What these processes have taken of the processors so far, in seconds. */
export function processorTimeOf(ids: readonly number[]): number {
  return sum(
    stats()
      .filter(({ id }) => ids.includes(id))
      .map(({ seconds }) => seconds),
  );
}

/**
 * What a group of processes takes of the processors, from the first look to the newest: Chromium ends helpers that it
 * does not need and starts others. One that has come since then counts from its start; of one that has gone, the little
 * that it took after the last look is missing.
 */
export class Spending {
  readonly #before = new Map<number, number>();
  readonly #now = new Map<number, number>();
  #hasLooked = false;

  /** @param ids the processes that are there now */
  look(ids: readonly number[]): void {
    for (const { id, seconds } of stats().filter((stat) => ids.includes(stat.id))) {
      this.#now.set(id, seconds);
      if (!this.#hasLooked) this.#before.set(id, seconds);
    }
    this.#hasLooked = true;
  }

  /** Of a processor. */
  get seconds(): number {
    return sum([...this.#now].map(([id, seconds]) => seconds - (this.#before.get(id) ?? 0)));
  }
}

const idOf = ({ id }: Stat): number => id;

function stats(): Stat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)));
}

function statOf(id: number): Stat {
  // The name in brackets may have spaces, and brackets. The third field follows it.
  const fields = ofProcess(id, 'stat').split(') ').at(-1)?.split(' ').map(Number) ?? [];
  const field = (number: number): number => fields[number - 3] ?? 0;
  return { id, parent: field(4), group: field(5), seconds: (field(14) + field(15)) / TICKS };
}

/** Empty, if the process has ended meanwhile. */
function ofProcess(id: number, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return '';
    throw error;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
