/** For so long the browser may stand still, in milliseconds; a keyboard must not wait for ever. */
const LONGEST = 5_000;

/**
 * Resolves when the keys have come that the browser had taken in by now. All pass through its own process, and while that
 * stands still on a busy machine, the page's clock runs on: to the page nothing seems to come.
 */
export function keysUnderWay(): Promise<void> {
  return new Promise((come) => {
    const limit = setTimeout(come, LONGEST);
    void whenAnswered()
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(limit);
        come();
      });
  });
}

/**
 * Asks the browser's own process for something that it knows, and that is no secret: which locks there are. Twice: what
 * it was asked while it stood still it may answer before it looks for keys. A page that was not sent safely has no locks.
 */
async function whenAnswered(): Promise<void> {
  if (!('locks' in navigator)) return;
  await navigator.locks.query();
  await navigator.locks.query();
}
