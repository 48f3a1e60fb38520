import { Kiosk } from '#renderer/lib/kiosk.svelte.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { NOW, openDoor, signedOut } from '../support/builders.ts';
import { FakeMain } from '../support/fake-transport.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

function start(main: FakeMain) {
  const kiosk = new Kiosk({ api: main.api, sound: { play: () => undefined }, now: () => NOW });
  const stop = kiosk.start();
  onTestFinished(stop);
  return { kiosk, stop };
}

const minute = () => vi.advanceTimersByTimeAsync(60_000);

test('a kiosk that cannot say its state at first is asked again until it does', async () => {
  const main = new FakeMain(openDoor());
  main.on('state', () => Promise.reject(new Error('not yet')));
  const { kiosk } = start(main);
  await minute();
  expect(kiosk.screen).toBe('starting');

  main.on('state', () => ({ ok: false, error: { type: 'internal', incident: 'x' } }));
  await minute();
  expect(kiosk.screen).toBe('starting');

  main.on('state', () => ({ ok: true, value: openDoor() }));
  await minute();
  expect(kiosk.screen).toBe('ready');

  const asked = main.requests('state').length;
  await minute();
  expect(main.requests('state')).toHaveLength(asked);
});

test('what it tells meanwhile is newer than its late answer', async () => {
  const main = new FakeMain(signedOut());
  let answer: (() => void) | undefined;
  main.on(
    'state',
    () => new Promise((resolve) => (answer = () => resolve({ ok: true, value: signedOut() }))),
  );
  const { kiosk } = start(main);
  main.emit(openDoor());
  answer?.();
  await minute();
  expect(kiosk.screen).toBe('ready');
  expect(main.requests('state')).toHaveLength(1);
});

test('after its connection was lost it is asked anew', async () => {
  const main = new FakeMain(openDoor());
  const { kiosk } = start(main);
  await minute();
  kiosk.forget();
  expect(kiosk.screen).toBe('starting');
  await minute();
  expect(kiosk.screen).toBe('ready');
  expect(main.requests('state')).toHaveLength(2);
});

test('a screen that is gone asks no more', async () => {
  const main = new FakeMain(openDoor());
  main.on('state', () => Promise.reject(new Error('never')));
  const { stop } = start(main);
  await minute();
  stop();
  const asked = main.requests('state').length;
  await minute();
  expect(main.requests('state')).toHaveLength(asked);
});
