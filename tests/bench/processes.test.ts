import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '#tests/support/eventually.ts';
import { describe, expect, test } from 'vitest';
import {
  memoryOf,
  MEASURES_PROCESSES,
  processesOf,
  processorTimeOf,
  Spending,
} from './processes.ts';

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

  test('is counted to the end of one that goes, and from the start of one that comes', async () => {
    const busy = () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    const spent = new Spending();
    const looks = async (child: ReturnType<typeof busy>) => {
      const before = spent.seconds;
      await eventually(() => {
        spent.look([child.pid ?? 0]);
        expect(spent.seconds - before).toBeGreaterThan(0.05);
      });
      child.kill('SIGKILL');
      await once(child, 'close');
    };
    spent.look([]);
    await looks(busy());
    const first = spent.seconds;
    await looks(busy());
    spent.look([]);
    expect(spent.seconds).toBeGreaterThan(first + 0.05);
  });

  test('is nothing once they are gone', async () => {
    const child = spawn('true');
    await once(child, 'close');
    const gone = [child.pid ?? 0];
    expect(memoryOf(gone)).toBe(0);
    expect(processorTimeOf(gone)).toBe(0);
  });
});
