import type { Clock } from '#main/base/ports.ts';

/** When to stop waiting: a time limit and the caller's own signal, in one. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Why the signal was aborted; null while it was not. */
  passed(): 'timeout' | 'aborted' | null;
  /** Waits for `work`; if it is not done after `ms` milliseconds, the whole deadline is over. */
  within<T>(ms: number, work: Promise<T>): Promise<T>;
  /** Releases the timer and the caller's signal. */
  end(): void;
}

/** A deadline `limit` milliseconds from now, or as soon as `outer` is aborted. */
export function startDeadline(clock: Clock, limit: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let passed: 'timeout' | 'aborted' | null = null;
  const pass = (why: 'timeout' | 'aborted') => {
    passed ??= why;
    controller.abort();
  };
  const cancel = clock.after(limit, () => pass('timeout'));
  const abort = () => pass('aborted');
  outer?.addEventListener('abort', abort, { once: true });
  if (outer?.aborted) abort();
  return {
    signal: controller.signal,
    passed: () => passed,
    within: (ms, work) => work.finally(clock.after(ms, () => pass('timeout'))),
    end() {
      cancel();
      outer?.removeEventListener('abort', abort);
    },
  };
}
