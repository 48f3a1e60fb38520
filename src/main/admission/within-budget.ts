import type { Clock } from '#main/ports.ts';

/**
 * Waits for `work`, but no longer than `budget` milliseconds; then `late` stands in for it. The work
 * itself is not called off: it goes on, and ends on its own.
 */
export function withinBudget<T>(
  work: Promise<T>,
  budget: number,
  late: T,
  clock: Clock,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(budget, () => resolve(late));
    work.then(resolve, reject).finally(cancel);
  });
}
