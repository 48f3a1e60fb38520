import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { memoryOf, MEASURES_PROCESSES, processesOf, processorTimeOf } from './processes.ts';

describe.skipIf(!MEASURES_PROCESSES)('what processes take', () => {
  test('is that of a process, of what it starts, and of what that starts', async () => {
    const child = spawn('sh', ['-c', 'sleep 60 & echo $!; wait'], { detached: true });
    try {
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      const ids = [child.pid ?? 0, Number(said)];
      expect(processesOf(process.pid)).toEqual(expect.arrayContaining([process.pid, ...ids]));
      expect(processesOf(ids[0] ?? 0)).toEqual(ids);
      const [both, first] = [memoryOf(ids), memoryOf(ids.slice(0, 1))];
      expect(first).toBeGreaterThan(0);
      expect(both).toBeGreaterThan(first);
    } finally {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    }
  });

  test('grows with what they do', () => {
    const before = processorTimeOf([process.pid]);
    for (const until = performance.now() + 50; performance.now() < until;);
    expect(processorTimeOf([process.pid])).toBeGreaterThan(before);
  });

  test('is nothing once they are gone', async () => {
    const child = spawn('true');
    await once(child, 'close');
    const gone = [child.pid ?? 0];
    expect(memoryOf(gone)).toBe(0);
    expect(processorTimeOf(gone)).toBe(0);
  });
});
