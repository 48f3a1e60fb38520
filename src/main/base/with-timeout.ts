import type { Clock } from '#main/base/ports.ts';

/**
 * Waits for `work`, but at most `budget` milliseconds; then resolves with `late`. The work itself
 * is not cancelled: it runs to its own end.
 */
export function withTimeout<T, const L>(
  clock: Pick<Clock, 'after'>,
  budget: number,
  work: Promise<T>,
  late: L,
): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(budget, () => resolve(late));
    work.then(resolve, reject).finally(cancel);
  });
}
