/**
 * Waits until each of them has ended, well or not; then fails as the first that failed. Of what ends
 * side by side, one failure must not make whoever waits go away under the others.
 */
export async function settleAll(ends: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(ends);
  await Promise.all(ends);
}
