import type { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** How many threads this process has begun since, and how many of those run. */
export function threadsFromNow() {
  let begun = 0;
  let running = 0;
  const note = (thread: Worker) => {
    begun += 1;
    running += 1;
    thread.once('exit', () => (running -= 1));
  };
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  return { begun: () => begun, running: () => running };
}
