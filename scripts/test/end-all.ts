import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { processTree, type Running } from './process-tree.ts';

/** How often is looked whether they are gone, and for how long after they were killed, in milliseconds. */
const LOOK = 50;
const AT_MOST = 10_000;

/**
 * Ends a command that does not end by itself, with all that it has started: asks first, and after `grace`
 * milliseconds asks no longer. Returns what was there when it began, also if something cannot be ended.
 */
export async function endAll(root: number, grace: number): Promise<readonly Running[]> {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/PID', String(root), '/T', '/F'], { stdio: 'ignore' });
    return [];
  }
  const found = processTree([root]);
  // Whose parent has ended is nobody's child any more: who was seen once is remembered.
  const known = new Set([root, ...found.map(({ id }) => id)]);
  tell(known, 'SIGTERM');
  const asked = performance.now();
  let killed = Infinity;
  while (performance.now() < killed + AT_MOST) {
    const left = processTree(known).map(({ id }) => id);
    if (left.length === 0) break;
    for (const id of left) known.add(id);
    if (performance.now() >= asked + grace) {
      tell(left, 'SIGKILL');
      killed = Math.min(killed, performance.now());
    }
    await pause(LOOK);
  }
  return found;
}

function tell(ids: Iterable<number>, signal: NodeJS.Signals): void {
  for (const id of ids) {
    try {
      process.kill(id, signal);
    } catch {
      // It is gone.
    }
  }
}
