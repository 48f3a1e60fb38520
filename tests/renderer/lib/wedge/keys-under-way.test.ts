import { expect, test, vi } from 'vitest';
import { createKeysUnderWay } from '#renderer/lib/wedge/keys-under-way.ts';

/** Longer than any test. */
const FOR_EVER = { steps: 1_000, step: 1_000 };

/** A browser that answers when it is told to, oldest question first. */
function browserThatWaits() {
  const open: { readonly answer: () => void; readonly refuse: () => void }[] = [];
  return {
    open,
    ask: () =>
      new Promise<void>((resolve, reject) => {
        open.push({ answer: resolve, refuse: () => reject(new Error('no')) });
      }),
  };
}

/** A page whose thread that draws stands still: it has a frame when it is told to, and may not be seen. */
function pageThatWaits() {
  const wanted: (() => void)[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) =>
    wanted.push(() => frame(performance.now())),
  );
  return {
    wanted,
    draw: () => wanted.splice(0).forEach((frame) => frame()),
    hide: () => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

const answersAtOnce = () => Promise.resolve();

/** What has come of this promise once all that is due in the page has been done. */
async function stateOf(promise: Promise<void>): Promise<string> {
  // A timer: the page's own that are due come before it.
  const turn = new Promise((resolve) => setTimeout(resolve, 0, 'waits'));
  return Promise.race([promise.then(() => 'over'), turn]) as Promise<string>;
}

test('keys are there once the browser has answered twice, and two frames were drawn since', async () => {
  const { ask, open } = browserThatWaits();
  const { wanted, draw } = pageThatWaits();
  const keys = createKeysUnderWay(ask, FOR_EVER)();
  expect(open).toHaveLength(1);
  open[0]?.answer();
  expect(await stateOf(keys)).toBe('waits');
  expect(open).toHaveLength(2);
  expect(wanted).toEqual([]);
  open[1]?.answer();
  expect(await stateOf(keys)).toBe('waits');
  draw();
  expect(await stateOf(keys)).toBe('waits');
  draw();
  expect(await stateOf(keys)).toBe('over');
});

test('a browser that refuses to answer has answered', async () => {
  const { ask, open } = browserThatWaits();
  const keys = createKeysUnderWay(ask, FOR_EVER)();
  open[0]?.refuse();
  await expect(keys).resolves.toBeUndefined();
});

test('a page that is not to be seen is not waited for, from the beginning or from then on', async () => {
  const { wanted, hide } = pageThatWaits();
  const keysUnderWay = createKeysUnderWay(answersAtOnce, FOR_EVER);
  const keys = keysUnderWay();
  expect(await stateOf(keys)).toBe('waits');
  hide();
  expect(await stateOf(keys)).toBe('over');
  expect(await stateOf(keysUnderWay())).toBe('over');
  expect(wanted).toHaveLength(1);
});

test('a page that is not drawn is waited for once, and again when it is drawn', async () => {
  const { wanted, draw } = pageThatWaits();
  const keysUnderWay = createKeysUnderWay(answersAtOnce, { steps: 2, step: 5 });
  await keysUnderWay();
  expect(await stateOf(keysUnderWay())).toBe('over');
  expect(wanted).toHaveLength(1);
  const drawn = async () => {
    draw();
    return stateOf(keysUnderWay());
  };
  await expect.poll(drawn).toBe('waits');
});

test('a browser that does not answer is waited for once, and asked again when it has', async () => {
  const { ask, open } = browserThatWaits();
  const keysUnderWay = createKeysUnderWay(ask, { steps: 2, step: 5 });
  await keysUnderWay();
  expect(await stateOf(keysUnderWay())).toBe('over');
  expect(open).toHaveLength(1);
  open[0]?.answer();
  await expect.poll(() => open).toHaveLength(2);
  open[1]?.answer();
  const asked = () => {
    void keysUnderWay();
    return open.length;
  };
  await expect.poll(asked).toBeGreaterThan(2);
});

test('a page that stood still itself waits for the answer all the same', async () => {
  const { ask, open } = browserThatWaits();
  const keys = createKeysUnderWay(ask, { steps: 3, step: 10 })();
  const until = performance.now() + 100;
  while (performance.now() < until);
  expect(await stateOf(keys)).toBe('waits');
  open[0]?.answer();
  await keys;
});

test('the browser itself answers', async () => {
  await expect(createKeysUnderWay(undefined, FOR_EVER)()).resolves.toBeUndefined();
});
