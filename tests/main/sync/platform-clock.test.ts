import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPlatformClock } from '#main/sync/platform-clock.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';

const MINUTE = 60_000;

/** A kiosk beside a platform whose clock is `skew` ms ahead; each answer takes two ways. */
function openKiosk(skew: number) {
  const clock = new FakeClock(Date.UTC(2026, 10, 20, 18, 0, 0, 250));
  const platform = createPlatformClock(clock);
  const world = { skew };
  async function answer({ there = 20, back = 20 } = {}) {
    await clock.advance(there);
    const serverDate = Math.floor((clock.now() + world.skew) / 1000) * 1000;
    await clock.advance(back);
    platform.note({ serverDate, roundTrip: there + back, receivedAt: clock.now() });
  }
  return { clock, platform, world, answer, truth: () => clock.now() + world.skew };
}

test('before the first answer there is only the own clock', () => {
  const { clock, platform } = openKiosk(5000);
  expect(platform.skew()).toBeNull();
  expect(platform.now()).toBe(clock.now());
  expect(platform.surely()).toBe(clock.now());
});

test('one answer tells the time to half a second and half the round trip', async () => {
  const { platform, answer, truth } = openKiosk(3_600_000);
  await answer({ there: 100, back: 300 });
  expect(Math.abs(platform.now() - truth())).toBeLessThanOrEqual(500 + 200);
});

test('a guest a second later tells it better', async () => {
  const { clock, platform, answer, truth } = openKiosk(-90_000);
  for (let guest = 0; guest < 12; guest += 1) {
    await clock.advance(1_083);
    await answer();
  }
  expect(Math.abs(platform.now() - truth())).toBeLessThanOrEqual(100);
});

test('a slow answer does not spoil what quick ones told', async () => {
  const { clock, platform, answer, truth } = openKiosk(2000);
  for (let guest = 0; guest < 12; guest += 1) {
    await clock.advance(1_083);
    await answer();
  }
  await answer({ there: 100, back: 20_000 });
  expect(Math.abs(platform.now() - truth())).toBeLessThanOrEqual(100);
});

test("somebody sets the kiosk's clock: the next answer puts it right", async () => {
  const { clock, platform, world, answer, truth } = openKiosk(0);
  await answer();
  await clock.advance(MINUTE);
  world.skew = 2 * 60 * MINUTE;
  await answer();
  expect(Math.abs(platform.now() - truth())).toBeLessThanOrEqual(600);
});

test('a clock that drifts is followed: old answers are let go', async () => {
  const { clock, platform, world, answer, truth } = openKiosk(0);
  for (let minute = 0; minute < 12 * 60; minute += 1) {
    await clock.advance(MINUTE);
    world.skew += 6;
    await answer();
  }
  expect(Math.abs(platform.now() - truth())).toBeLessThanOrEqual(600);
});

test('an answer that seems to have come before it was asked for is not believed', () => {
  const { clock, platform } = openKiosk(0);
  platform.note({ serverDate: 0, roundTrip: -5, receivedAt: clock.now() });
  expect(platform.skew()).toBeNull();
});

describe('whatever the answers', () => {
  const ways = fc.array(
    fc.record({
      pause: fc.integer({ min: 0, max: 20_000 }),
      there: fc.integer({ min: 0, max: 3000 }),
      back: fc.integer({ min: 0, max: 3000 }),
    }),
    { minLength: 1, maxLength: 20 },
  );

  test("a stamp with the time that has surely passed is never in the platform's future", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -1e7, max: 1e7 }), ways, async (skew, guests) => {
        const { clock, platform, answer, truth } = openKiosk(skew);
        for (const { pause, ...way } of guests) {
          await clock.advance(pause);
          await answer(way);
          expect(platform.surely()).toBeLessThanOrEqual(truth());
        }
      }),
      { numRuns: 50 },
    );
  });

  test('the time never runs backwards while nobody sets a clock', async () => {
    await fc.assert(
      fc.asyncProperty(ways, async (guests) => {
        const { clock, platform, answer } = openKiosk(1234);
        await answer({ there: 0, back: 0 });
        let last = platform.now();
        for (const { pause, ...way } of guests) {
          await clock.advance(pause);
          await answer(way);
          const now = platform.now();
          expect(now).toBeGreaterThanOrEqual(last);
          last = now;
        }
      }),
      { numRuns: 50 },
    );
  });
});
