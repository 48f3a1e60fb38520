import type { Worker } from 'node:worker_threads';
import { systemClock } from './system-clock.ts';

/** Loading takes milliseconds: what has not loaded after so many never will. */
export const LONGEST_LOAD = 5_000;

/**
 * Ends a thread, but not while it loads its native modules: SQLite's cannot tell that its thread is being ended,
 * and ends the whole process.
 */
export class ThreadEnd {
  readonly #worker: Pick<Worker, 'terminate'>;
  #hasLoaded = false;
  #isDue = false;

  constructor(worker: Pick<Worker, 'terminate'>) {
    this.#worker = worker;
  }

  /** Called when the thread has said that it has loaded them. */
  noteLoaded(): void {
    this.#hasLoaded = true;
    if (this.#isDue) this.now();
  }

  /** Ends the thread: at once, or as soon as it has loaded them. */
  now(): void {
    this.#isDue = true;
    const terminate = (): void => void this.#worker.terminate();
    if (this.#hasLoaded) terminate();
    else systemClock.after(LONGEST_LOAD, terminate);
  }
}
