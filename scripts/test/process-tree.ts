import { spawnSync } from 'node:child_process';

/** A process that is there, as `ps` tells of it. */
export interface Running {
  readonly id: number;
  /** Its state, for how long it has been there, what it has used of the processors, and its command. */
  readonly line: string;
}

const COLUMNS = ['pid=', 'ppid=', 'pgid=', 'stat=', 'etime=', 'time=', 'args='].join(',');
const MOST_OF_A_LINE = 120;

/**
 * Those of these processes that are there, and what they have started: their children and theirs, whichever
 * group they have made for themselves, and all of their groups. Who has ended is not there, waited for or
 * not; nobody is where there is no `ps`.
 */
export function processTree(roots: Iterable<number>): readonly Running[] {
  const { status, stdout } = spawnSync('ps', ['-A', '-ww', '-o', COLUMNS], { encoding: 'utf8' });
  if (status !== 0) return [];
  const all = stdout.split('\n').flatMap((row) => {
    const [, id, parent, group, line] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S.*)$/.exec(row) ?? [];
    if (line === undefined || line.startsWith('Z')) return [];
    return [{ id: Number(id), parent: Number(parent), group: Number(group), line }];
  });
  const ours = new Set(roots);
  for (let before = 0; before < ours.size;) {
    before = ours.size;
    for (const { id, parent, group } of all) {
      if (ours.has(parent) || ours.has(group)) ours.add(id);
    }
  }
  return all
    .filter(({ id }) => ours.has(id))
    .map(({ id, line }) => ({ id, line: `${id} ${line.slice(0, MOST_OF_A_LINE)}` }));
}
