import { onMessage } from '#main/base/on-message.ts';
import type { Clock } from '#main/base/ports.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { BodyStream } from '#main/platform/ticketing/download.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import { Worker } from 'node:worker_threads';
import type { ProgrammePart } from '#shared/model/programme.ts';
import {
  workerAnswerSchema,
  type WorkerAnswer,
  type WorkerRequest,
  type WorkerTask,
} from './messages.ts';

/** The most bytes of an answer that are read. */
export const LARGEST_PROGRAMME = 64 * 1024 ** 2;

/**
 * How long the thread may take to end by itself, in milliseconds, before it is terminated: not while it loads SQLite,
 * which would end the process, so as long as `base/thread-end.ts` waits.
 */
const LONGEST_END = 5_000;

/** The thread that parses and writes one refresh. */
export interface ProgrammeWorker {
  /** Sends a body to the thread in chunks; waits for the pause before each. */
  read(
    part: ProgrammePart,
    body: BodyStream,
    pause: () => Promise<void>,
  ): Promise<Result<WorkerAnswer, TicketingFailure>>;
  /** Commits what was read to the copy. */
  keep(): Promise<WorkerAnswer>;
  /** Ends the thread and rolls back what was not committed. */
  end(): Promise<void>;
}

/**
 * The thread starts with the first bytes that it has to read: where the platform cannot be reached, or refuses,
 * there is none.
 *
 * @param file the built worker, or its source where Node runs that
 */
export function programmeWorker(file: string, task: WorkerTask, clock: Clock): ProgrammeWorker {
  let thread: Thread | null = null;
  const started = (): Thread => (thread ??= startThread(file, task, clock));
  return {
    async read(part, body, pause) {
      let size = 0;
      for await (const piece of body) {
        if (!piece.ok) {
          thread?.post({ type: 'discard' });
          return piece;
        }
        size += piece.value.byteLength;
        if (size > LARGEST_PROGRAMME) {
          thread?.post({ type: 'discard' });
          return err({ type: 'offline', reason: 'not-the-platform' });
        }
        // Copied, because the buffer behind a chunk may be shared.
        const bytes = new Uint8Array(piece.value);
        started().post({ type: 'piece', bytes }, bytes.buffer);
        await pause();
      }
      return ok(await started().ask({ type: 'body', part }));
    },
    keep: () => started().ask({ type: 'keep' }),
    end: async () => thread?.end(),
  };
}

/** The thread itself, which has begun. */
interface Thread {
  /** `bytes` are transferred to it. */
  post(request: WorkerRequest, bytes?: ArrayBuffer): void;
  /** Answers `failed` where the thread has ended. */
  ask(request: WorkerRequest): Promise<WorkerAnswer>;
  /** Resolves when it has ended. */
  end(): Promise<void>;
}

function startThread(file: string, task: WorkerTask, clock: Clock): Thread {
  const worker = new Worker(file, { workerData: task });
  let ended: WorkerAnswer | null = null;
  let waiting: ((answer: WorkerAnswer) => void) | null = null;

  const settle = (answer: WorkerAnswer): void => {
    waiting?.(answer);
    waiting = null;
  };
  onMessage(worker, workerAnswerSchema, settle, () => void worker.terminate());
  // The `exit` event follows; this only logs the reason.
  worker.on('error', (error) => settle({ type: 'failed', code: nameOf(error) }));
  worker.on('exit', () => {
    ended = { type: 'failed', code: 'ended' };
    settle(ended);
  });

  const post = (request: WorkerRequest, bytes?: ArrayBuffer): void => {
    worker.postMessage(request, bytes === undefined ? [] : [bytes]);
  };
  return {
    post,
    ask: (request) =>
      new Promise((resolve) => {
        if (ended !== null) {
          resolve(ended);
          return;
        }
        waiting = resolve;
        post(request);
      }),
    async end() {
      if (ended !== null) return;
      // Not `once`, which rejects where the thread failed before: `ended` is what came of it.
      const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      post({ type: 'end' });
      const callOff = clock.after(LONGEST_END, () => void worker.terminate());
      await exit;
      callOff();
    },
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'thrown';
}
