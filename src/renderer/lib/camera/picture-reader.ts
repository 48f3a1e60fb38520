import type { SteadyClock } from '#renderer/lib/steady-clock.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { ReaderAnswer, Seen } from './seen.ts';

/** How long a picture may be read, in milliseconds. The first one takes longest: the reader is loaded for it. */
const LONGEST_READ = 10_000;

/** Reads pictures, one at a time, in a thread of its own. */
export class PictureReader {
  readonly #clock: Pick<SteadyClock, 'after'>;
  readonly #worker: Worker;
  #settle: ((answer: Result<Seen, string>) => void) | null = null;
  /** Why nothing can be read any more; null: it can. */
  #broken: string | null = null;

  /** @param worker reads what it is sent, as `reader.worker.ts` does */
  constructor(clock: Pick<SteadyClock, 'after'>, worker = readerWorker()) {
    this.#clock = clock;
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<ReaderAnswer>) =>
      this.#answer(data.type === 'seen' ? ok(data.seen) : err(data.why)),
    );
    // Its script is not there, or must not run.
    worker.addEventListener('error', () => this.#break('NotLoaded'));
    worker.addEventListener('messageerror', () => this.#break('DataCloneError'));
  }

  /**
   * Reads a picture, which is used up. Returns what is to be seen, or the name of the error if nothing can be
   * read here. The next one may be given when this one is answered.
   */
  async read(picture: ImageBitmap): Promise<Result<Seen, string>> {
    if (this.#broken !== null) {
      picture.close();
      return err(this.#broken);
    }
    const answer = new Promise<Result<Seen, string>>((resolve) => (this.#settle = resolve));
    // A thread that hangs says nothing, not even that.
    const cancel = this.#clock.after(LONGEST_READ, () => this.#break('TimeoutError'));
    this.#worker.postMessage(picture, [picture]);
    return await answer.finally(cancel);
  }

  /** Ends the thread, and whatever it is reading. */
  close(): void {
    this.#break('AbortError');
    this.#worker.terminate();
  }

  #break(why: string): void {
    this.#broken ??= why;
    this.#answer(err(why));
  }

  #answer(answer: Result<Seen, string>): void {
    const settle = this.#settle;
    this.#settle = null;
    settle?.(answer);
  }
}

function readerWorker(): Worker {
  return new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' });
}
