import type { Dispatcher } from 'undici';
import type { Answer } from '#main/base/ports.ts';
import { unpacked } from './unpack.ts';

/** The most bytes of a body that wait to be read; the rest waits in the network. */
const MOST_WAITING = 64 * 1024;

type Controller = Dispatcher.DispatchController;
type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** What came for one request, and how it is broken off. */
export interface ExchangeOptions {
  readonly signal: AbortSignal;
  /** Called with the size of each piece of the body as it is read, before decompression. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/**
 * One request, from undici's callbacks: no stream and no `Response`, which take longer to set up than a
 * short answer takes to read.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Resolves with the head of the answer. Rejects as the network does, or as soon as the signal is aborted. */
  readonly answer: Promise<Answer>;
  readonly #options: ExchangeOptions;
  #answered: (answer: Answer) => void = () => undefined;
  #failed: (error: unknown) => void = () => undefined;
  #controller: Controller | null = null;
  #chunks: Uint8Array[] = [];
  #waiting = 0;
  #isOver = false;
  /** Why it ended early; null if it did not. */
  #error: Error | null = null;
  #wake = (): void => undefined;
  readonly #abort = (): void => this.#breakOff(this.#options.signal.reason as Error);

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.answer = new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
    });
    options.signal.addEventListener('abort', this.#abort, { once: true });
    if (options.signal.aborted) this.#abort();
  }

  /** A request that was aborted before there was a connection is not sent. */
  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#error !== null) controller.abort(this.#error);
  }

  onResponseStart(_controller: Controller, status: number, headers: Headers): void {
    // The real answer follows an informational one.
    if (status < 200) return;
    const encoding = headerOf(headers, 'content-encoding');
    const { onBytes } = this.#options;
    this.#answered({
      status,
      headers: {
        get: (name) => headerOf(headers, name),
        getSetCookie: () => [headers['set-cookie'] ?? []].flat(),
      },
      body: {
        [Symbol.asyncIterator]: () => unpacked(this.#body(), encoding, onBytes),
        cancel: () => {
          this.#leave();
          return Promise.resolve();
        },
      },
    });
  }

  onResponseData(controller: Controller, chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#waiting += chunk.byteLength;
    if (this.#waiting > MOST_WAITING) controller.pause();
    this.#wake();
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_controller: Controller | null, error: Error): void {
    this.#error ??= error;
    this.#end();
  }

  #body() {
    const chunks = this.#read();
    return { [Symbol.asyncIterator]: () => chunks, destroy: () => this.#leave() };
  }

  /** Leaving the loop early closes the connection. */
  async *#read(): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) {
          this.#waiting -= chunk.byteLength;
          if (this.#waiting <= MOST_WAITING) this.#controller?.resume();
          yield chunk;
        } else if (this.#error !== null) {
          throw this.#error;
        } else if (this.#isOver) {
          return;
        } else {
          await new Promise<void>((resolve) => (this.#wake = resolve));
        }
      }
    } finally {
      this.#leave();
    }
  }

  #leave(): void {
    if (!this.#isOver) this.#breakOff(new Error('the answer was not read to its end'));
  }

  #breakOff(error: Error): void {
    this.#error ??= error;
    this.#end();
    this.#controller?.abort(error);
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.signal.removeEventListener('abort', this.#abort);
    if (this.#error !== null) this.#failed(this.#error);
    this.#wake();
  }
}

/** Headers that came several times are joined by commas, as in `Headers`. */
function headerOf(headers: Headers, name: string): string | null {
  const value = headers[name];
  return value === undefined ? null : [value].flat().join(', ');
}
