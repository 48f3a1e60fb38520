/**
 * Waits until each of them has ended, well or not; then fails as the first that failed. When several things
 * end side by side, the caller must not go on before all have ended.
 */
export async function settleAll(ends: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(ends);
  await Promise.all(ends);
}
