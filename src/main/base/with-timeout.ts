import type { Clock } from '#main/base/ports.ts';

/**
 * Waits for `work`, but no longer than `budget` milliseconds; then `late` stands in for it. The work
 * itself is not called off: it goes on, and ends on its own.
 */
export function withTimeout<T, const L>(
  clock: Clock,
  budget: number,
  work: Promise<T>,
  late: L,
): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(budget, () => resolve(late));
    work.then(resolve, reject).finally(cancel);
  });
}
