import { fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import type { Figure } from './figures.ts';

/** What a process that builds one snapshot tells of its memory, in bytes. */
export const memorySchema = z.object({
  /** The most that all of it held at a time: main, worker, and SQLite in both. */
  process: z.number(),
  /** The most that the worker's JavaScript held. */
  worker: z.number(),
});

/**
 * The memory that a build takes, in a process of its own; from the second size on beside the size
 * before. If it grew with the tickets, ten times as many would take ten times as much.
 */
export async function measureMemory(sizes: readonly number[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  let before: z.infer<typeof memorySchema> | null = null;
  for (const size of sizes) {
    const memory = await memoryOf(size);
    const figure = (what: string, part: keyof typeof memory): Figure => ({
      what: `memory of a build, ${what}, beside the size before`,
      size,
      ours: memory[part] / 1e6,
      bare: before === null ? null : before[part] / 1e6,
      unit: 'MB',
      toReach: before === null ? null : { ratio: 1.5 },
    });
    figures.push(figure('whole process', 'process'), figure("worker's JavaScript", 'worker'));
    before = memory;
  }
  return figures;
}

async function memoryOf(tickets: number) {
  const door = fork(new URL('memory-of-a-build.ts', import.meta.url), [String(tickets)]);
  let told: unknown = null;
  door.once('message', (message) => {
    told = message;
  });
  await once(door, 'exit');
  return memorySchema.parse(told);
}
