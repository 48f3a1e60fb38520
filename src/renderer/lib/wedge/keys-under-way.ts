/** What the browser is asked; it answers when it has handed over the keys that it had before. */
export type Ask = () => Promise<unknown>;

/** For so long the browser may stand still, in steps and milliseconds: a keyboard must not wait for ever. */
export interface Patience {
  /** A machine that stood still itself counts as one step, in which the answer and the keys then come. */
  readonly steps: number;
  readonly step: number;
}

const PATIENCE: Patience = { steps: 10, step: 500 };

/**
 * Returns what resolves when the keys have come that the browser had taken in by then. All pass through its own process,
 * and while that stands still on a busy machine, the page's clock runs on: to the page nothing seems to come. From there
 * they come by way of the thread that draws the page, which may stand still, too. A browser that does not answer in time
 * is not waited for again until it does.
 */
export function createKeysUnderWay(ask: Ask = askBrowser, patience = PATIENCE) {
  let isSilent = false;
  return async (): Promise<void> => {
    if (isSilent) return;
    const limit = after(patience);
    const answered = answerTo(ask)
      .then(drawn)
      .then(() => (isSilent = false));
    await Promise.race([answered, limit.over.then(() => (isSilent = true))]);
    limit.cancel();
  };
}

/** Resolves when it was answered, whatever the answer is. */
async function answerTo(ask: Ask): Promise<void> {
  try {
    // Twice: what it was asked while it stood still it may answer before it looks for keys.
    await ask();
    await ask();
  } catch {
    // It has answered.
  }
}

/**
 * Resolves when the thread that draws the page has handed over the keys that it had. Answers do not pass through it and
 * overtake them; frames do, and follow them.
 */
async function drawn(): Promise<void> {
  // Twice: the next frame may have been on its way before the keys were.
  await nextFrame();
  await nextFrame();
}

/** Resolves with the next frame, or once the page is not to be seen: it has none then, and gets no keys. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      document.removeEventListener('visibilitychange', over);
      resolve();
    };
    document.addEventListener('visibilitychange', over);
    if (document.hidden) over();
    else requestAnimationFrame(over);
  });
}

/** What is over when each step has passed, and can be called off. */
function after({ steps, step }: Patience) {
  let timer: number | undefined;
  const over = new Promise<void>((resolve) => {
    const wait = (left: number) => {
      timer = window.setTimeout(() => (left > 1 ? wait(left - 1) : resolve()), step);
    };
    wait(steps);
  });
  return { over, cancel: () => window.clearTimeout(timer) };
}

/** Asks for something that its own process knows, and that is no secret: which locks there are. */
async function askBrowser(): Promise<void> {
  // A page that was not sent safely has no locks.
  if ('locks' in navigator) await navigator.locks.query();
}
