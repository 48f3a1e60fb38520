import { watchForSleep } from '#main/hosts/electron/sleep-watch.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { expect, test } from 'vitest';

function watched() {
  const clock = new FakeClock();
  let woken = 0;
  const stop = watchForSleep(clock, () => (woken += 1));
  return { clock, stop, woken: () => woken };
}

test('a machine that has slept is noticed, once', async () => {
  const { clock, woken } = watched();
  await clock.advance(60_000);
  clock.sleep(60_000);
  await clock.advance(10_000);
  expect(woken()).toBe(1);
});

test('a clock that somebody sets is no sleep, nor is a machine that was busy for a moment', async () => {
  const { clock, woken } = watched();
  clock.setForward(24 * 60 * 60_000);
  await clock.advance(10_000);
  clock.setBack(50 * 365 * 24 * 60 * 60_000);
  await clock.advance(10_000);
  clock.sleep(3_000);
  await clock.advance(10_000);
  expect(woken()).toBe(0);
});

test('after its end nobody is told', async () => {
  const { clock, stop, woken } = watched();
  stop();
  clock.sleep(60_000);
  await clock.advance(10_000);
  expect(woken()).toBe(0);
});
