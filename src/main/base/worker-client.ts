import { Worker, type ResourceLimits, type Transferable } from 'node:worker_threads';
import { systemClock } from './system-clock.ts';
import { LONGEST_LOAD, ThreadEnd } from './thread-end.ts';
import type { AnswerOf, RequestOf, ToThread, WorkerCalls, WorkerMessage } from './worker-calls.ts';

/** How a thread is started. */
export interface WorkerClientOptions<Progress> {
  /** The limits of the thread's JavaScript heap. A thread that exceeds them ends alone. */
  readonly heap?: ResourceLimits;
  /** Whether the process may end without waiting for the thread. */
  readonly isBackground?: boolean;
  readonly onProgress?: (progress: Progress) => void;
}

/** A handle of one of the kiosk's own threads, whose calls are the table that `serveWorker` serves there. */
export class WorkerClient<Calls extends WorkerCalls, Progress = never> {
  /**
   * Resolves when the thread has ended: with the code or name of the error that ended it, null if there was
   * none. Its message may quote data and is dropped.
   */
  readonly ended: Promise<string | null>;
  readonly #worker: Worker;
  readonly #threadEnd: ThreadEnd;
  readonly #waiting = new Map<number, (answer: never) => void>();
  #calls = 0;
  #hasEnded = false;

  /** @param entry the thread's module, or what it was built to */
  constructor(entry: string | URL, options: WorkerClientOptions<Progress> = {}) {
    const { heap, isBackground, onProgress } = options;
    this.#worker = new Worker(entry, { resourceLimits: heap ?? {} });
    this.#threadEnd = new ThreadEnd(this.#worker);
    if (isBackground === true) this.#worker.unref();
    this.#worker.on('message', (message: WorkerMessage<Progress>) => {
      if (message.type === 'loaded') this.#threadEnd.noteLoaded();
      else if (message.type === 'progress') onProgress?.(message.progress);
      else this.#settle(message.id, message.answer);
    });
    let code: string | null = null;
    this.#worker.on('error', (error) => (code = codeOf(error)));
    this.ended = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#giveUp();
        resolve(code);
      });
    });
  }

  /**
   * Resolves with the answer; with null if the thread ends without one. The buffers in `transfer` belong to
   * the thread from then on.
   */
  call<Name extends keyof Calls & string>(
    name: Name,
    request: RequestOf<Calls, Name>,
    transfer: readonly Transferable[] = [],
  ): Promise<AnswerOf<Calls, Name> | null> {
    if (this.#hasEnded) return Promise.resolve(null);
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#post({ id, name, request }, transfer);
    });
  }

  /** Like {@link call}, without an answer. Ignored if the thread has ended. */
  send<Name extends keyof Calls & string>(
    name: Name,
    request: RequestOf<Calls, Name>,
    transfer: readonly Transferable[] = [],
  ): void {
    this.#post({ id: null, name, request }, transfer);
  }

  /** Lets the thread finish the calls it has, then end; resolves when it has ended. */
  async end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#post('end');
    const callOff = systemClock.after(LONGEST_LOAD, () => this.cancel());
    await this.ended;
    callOff();
  }

  /** Terminates the thread. Pending calls resolve with null immediately. */
  cancel(): void {
    this.#giveUp();
    this.#threadEnd.now();
  }

  #post(message: ToThread, transfer: readonly Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #settle(id: number, answer: unknown): void {
    this.#waiting.get(id)?.(answer as never);
    this.#waiting.delete(id);
  }

  #giveUp(): void {
    this.#hasEnded = true;
    for (const id of [...this.#waiting.keys()]) this.#settle(id, null);
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'thrown';
  return 'code' in error ? String(error.code) : error.name;
}
