import { serveWorker } from '#main/base/serve-worker.ts';

/** What the thread of these tests can be asked. */
export interface CountingCalls {
  add(by: number): number;
  /** Answers after the next {@link add}. */
  afterNext(request: null): Promise<number>;
  size(bytes: Uint8Array): number;
  wait(request: null): Promise<never>;
  fail(request: null): never;
}

serveWorker<CountingCalls, string>(({ progress }) => {
  let sum = 0;
  let wake = (): void => undefined;
  return {
    add(by) {
      progress(`adding ${by}`);
      sum += by;
      wake();
      return sum;
    },
    async afterNext() {
      await new Promise<void>((resolve) => (wake = resolve));
      return sum;
    },
    size: (bytes) => bytes.byteLength,
    wait: () => new Promise(() => undefined),
    fail() {
      throw Object.assign(new Error('a secret'), { code: 'SQLITE_CORRUPT' });
    },
  };
});
