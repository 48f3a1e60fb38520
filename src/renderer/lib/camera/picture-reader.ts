import { err, ok, type Result } from '#shared/result.ts';
import type { ReaderAnswer, Seen } from './seen.ts';

/** Reads pictures, one at a time, in a thread of its own. */
export class PictureReader {
  readonly #worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' });
  #settle: ((answer: Result<Seen, string>) => void) | null = null;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ReaderAnswer>) =>
      this.#answer(data.type === 'seen' ? ok(data.seen) : err(data.why)),
    );
    // Its script is not there, or must not run.
    this.#worker.addEventListener('error', () => this.#answer(err('NotLoaded')));
  }

  /**
   * Reads a picture, which is used up. Returns what is to be seen, or the name of the error if nothing can be
   * read here. The next one may be given when this one is answered.
   */
  read(picture: ImageBitmap): Promise<Result<Seen, string>> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#worker.postMessage(picture, [picture]);
    });
  }

  /** Ends the thread; what is still being read is not answered any more. */
  close(): void {
    this.#settle = null;
    this.#worker.terminate();
  }

  #answer(answer: Result<Seen, string>): void {
    const settle = this.#settle;
    this.#settle = null;
    settle?.(answer);
  }
}
