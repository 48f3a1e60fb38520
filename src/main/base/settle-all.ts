/**
 * Waits until all promises have settled, then rejects with the first rejection, if there is any.
 * When things are ended in parallel, one failure must not let the caller continue while the others
 * are still running.
 */
export async function settleAll(ends: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(ends);
  await Promise.all(ends);
}
