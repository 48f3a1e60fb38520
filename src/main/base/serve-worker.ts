import { parentPort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { ToThread, WorkerCalls, WorkerMessage } from './worker-calls.ts';

/** How a thread's calls reach main. */
export interface ServedPort<Progress> {
  readonly progress: (progress: Progress) => void;
}

/**
 * Serves the calls of this thread's `WorkerClient`. An error that a call throws ends the thread, and with it
 * all pending calls.
 *
 * @param open returns the calls; one that answers later returns a promise
 * @param onEnd called when no more calls will come
 */
export function serveWorker<Calls extends WorkerCalls, Progress = never>(
  open: (port: ServedPort<Progress>) => Calls,
  onEnd: () => void = () => undefined,
): void {
  if (parentPort === null) throw new Error('this is a worker: it has to be started as one');
  const port = parentPort;
  const post = (message: WorkerMessage<Progress>): void => port.postMessage(message);
  // A thread that is terminated while it loads SQLite ends the whole process.
  new Database(':memory:').close();
  post({ type: 'loaded' });
  const calls = open({ progress: (progress) => post({ type: 'progress', progress }) });
  const table = calls as Record<string, (request: unknown) => unknown>;

  async function serve(id: number | null, name: string, request: unknown): Promise<void> {
    const answer = await table[name]?.(request);
    if (id !== null) post({ type: 'answer', id, answer });
  }

  port.on('message', (message: ToThread) => {
    if (message !== 'end') {
      void serve(message.id, message.name, message.request);
      return;
    }
    onEnd();
    port.close();
  });
}
