import { uptime } from 'node:os';
import { expect, test } from 'vitest';
import { STEADY_STEP } from '#main/base/ports.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { eventually } from '#tests/support/eventually.ts';

test('the steady clock tells for how long the machine has been running', () => {
  const before = Math.floor(uptime() * 1000);
  const steady = systemClock.steady();
  expect(steady).toBeGreaterThanOrEqual(before);
  expect(steady).toBeLessThanOrEqual(Math.ceil(uptime() * 1000));
});

test('the steady clock moves on in small steps, and never back', async () => {
  const steps: number[] = [];
  let last = systemClock.steady();
  await eventually(
    () => {
      const now = systemClock.steady();
      if (now !== last) steps.push(now - last);
      last = now;
      expect(steps.length).toBeGreaterThanOrEqual(10);
    },
    { interval: 1 },
  );
  expect(Math.min(...steps)).toBeGreaterThan(0);
  expect(Math.min(...steps)).toBeLessThanOrEqual(STEADY_STEP);
});
