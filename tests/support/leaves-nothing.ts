import { afterAll, beforeAll, expect } from 'vitest';
import { eventually } from './eventually.ts';

/** What others would find in their way: servers, processes with their pipes, and threads, as Node calls them. */
const IN_THE_WAY = ['TCPServerWrap', 'PipeWrap', 'ProcessWrap', 'MessagePort'] as const;

/** How much of it this process has open. */
function open(): Record<string, number> {
  const all = process.getActiveResourcesInfo();
  return Object.fromEntries(
    IN_THE_WAY.map((kind) => [kind, all.filter((each) => each === kind).length]),
  );
}

// Files share a process: a kiosk or a broker that one has not ended would go on beside all others.
let before: Record<string, number> = {};
beforeAll(() => {
  before = open();
});
afterAll(async () => {
  const left = () => Object.entries(open()).filter(([kind, count]) => count > (before[kind] ?? 0));
  // What was told to end may still be at it.
  await eventually(() => expect(left(), 'what this file has left open').toEqual([]), {
    patience: 10_000,
  });
});
