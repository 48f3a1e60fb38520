import { WorkerClient } from '#main/base/worker-client.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { BodyStream } from '#main/platform/ticketing/download.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import type { ProgrammePart } from '#shared/model/programme.ts';
import type { ProgrammeCalls, WorkerAnswer, WorkerTask } from './programme-calls.ts';

/** The most bytes of an answer that are read. */
export const LARGEST_PROGRAMME = 64 * 1024 ** 2;

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
export function programmeWorker(file: string, task: WorkerTask): ProgrammeWorker {
  let thread: WorkerClient<ProgrammeCalls> | null = null;

  function started(): WorkerClient<ProgrammeCalls> {
    if (thread !== null) return thread;
    thread = new WorkerClient(file);
    thread.send('begin', task);
    return thread;
  }

  async function orFailed(answer: Promise<WorkerAnswer | null>): Promise<WorkerAnswer> {
    return (await answer) ?? { type: 'failed', code: (await started().ended) ?? 'ended' };
  }

  return {
    async read(part, body, pause) {
      let size = 0;
      for await (const piece of body) {
        if (!piece.ok) {
          thread?.send('discard', null);
          return piece;
        }
        size += piece.value.byteLength;
        if (size > LARGEST_PROGRAMME) {
          thread?.send('discard', null);
          return err({ type: 'offline', reason: 'not-the-platform' });
        }
        // Copied, because the buffer behind a chunk may be shared.
        const bytes = new Uint8Array(piece.value);
        started().send('piece', bytes, [bytes.buffer]);
        await pause();
      }
      return ok(await orFailed(started().call('body', part)));
    },
    keep: () => orFailed(started().call('keep', null)),
    end: async () => thread?.end(),
  };
}
