import {
  createReloadGuard,
  MOST_RELOADS,
  RELOAD_PERIOD,
} from '#main/hosts/electron/reload-guard.ts';
import { BEAT, MOST_LOADING } from '#main/hosts/electron/page-watch.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { expect, test } from 'vitest';

test('a page that crashes over and over is not loaded for ever', () => {
  const mayReload = createReloadGuard(new FakeClock());
  const answers = Array.from({ length: MOST_RELOADS + 1 }, () => mayReload());
  expect(answers).toEqual([...Array.from({ length: MOST_RELOADS }, () => true), false]);
});

test('a page that hangs each time it is loaded is not loaded for ever', async () => {
  const clock = new FakeClock();
  const mayReload = createReloadGuard(clock);
  const answers: boolean[] = [];
  for (let hang = 0; hang <= MOST_RELOADS; hang++) {
    await clock.advance((MOST_LOADING + 1) * BEAT);
    answers.push(mayReload());
  }
  expect(answers.at(-1)).toBe(false);
});

test('a page that crashes now and then is loaded each time', async () => {
  const clock = new FakeClock();
  const mayReload = createReloadGuard(clock);
  for (let crash = 0; crash < 3 * MOST_RELOADS; crash++) {
    expect(mayReload()).toBe(true);
    await clock.advance(RELOAD_PERIOD / MOST_RELOADS);
  }
});

test('a clock that is set back does not take a page that crashed once for one that keeps crashing', async () => {
  const clock = new FakeClock();
  const mayReload = createReloadGuard(clock);
  for (let crash = 0; crash < 3 * MOST_RELOADS; crash++) {
    expect(mayReload()).toBe(true);
    clock.setBack(60 * 60_000);
    await clock.advance(RELOAD_PERIOD / MOST_RELOADS);
  }
});
