import type { ElectronApplication } from '@playwright/test';

/**
 * Gives whatever is evaluated in the main process a turn of the event loop of its own.
 *
 * Chromium's inspector runs it in the middle of whatever main is just doing. Where that is the end
 * of Node's queue of ticks, and what is evaluated adds a tick, Node clears its note that a tick is
 * waiting: `process.nextTick` never calls back again, no stream ends, and the kiosk hangs.
 */
export function evaluateInOwnTurn(app: ElectronApplication): ElectronApplication {
  const evaluate = app.evaluate.bind(app);
  const evaluateHandle = app.evaluateHandle.bind(app);
  app.evaluate = (code: unknown, of?: unknown) => evaluate(inOwnTurn(code), of);
  app.evaluateHandle = (code: unknown, of?: unknown) => evaluateHandle(inOwnTurn(code), of);
  return app;
}

/** Playwright sends a function's text. */
function inOwnTurn(code: unknown): () => never {
  const text = `async (electron, of) => {
    await new Promise((next) => setImmediate(next));
    return (${String(code)})(electron, of);
  }`;
  return Object.assign(() => undefined as never, { toString: () => text });
}
