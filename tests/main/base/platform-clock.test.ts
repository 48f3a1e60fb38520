import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPlatformClock, type PlatformClockOptions } from '#main/base/platform-clock.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const EVENING = Date.UTC(2026, 10, 20, 18, 0, 0, 250);

/** A kiosk whose wall clock is `wrong` by so much, beside a platform whose clock is right. */
function openKiosk(
  wrong = 0,
  { floor, ...options }: PlatformClockOptions & { floor?: number } = {},
) {
  const clock = new FakeClock(EVENING + wrong);
  const platform = createPlatformClock(clock, options);
  if (floor !== undefined) platform.notBefore(floor);
  /** `ahead`: the platform's clock, from the steady one. */
  const world = { ahead: EVENING - clock.steady() };
  const truth = () => clock.steady() + world.ahead;
  const dateOf = (time: number) => Math.floor(time / SECOND) * SECOND;
  /** A guest is asked about: the platform's answer takes two ways. */
  async function answer({ there = 20, back = 20 } = {}) {
    await clock.advance(there);
    const serverDate = dateOf(truth());
    await clock.advance(back);
    platform.note({ serverDate, roundTrip: there + back, receivedAt: clock.steady() });
  }
  async function guests(count: number) {
    for (let guest = 0; guest < count; guest += 1) {
      await clock.advance(1_083);
      await answer();
    }
  }
  /** They pass with an answer in each. */
  async function tenMinutes() {
    for (let minute = 0; minute < 10; minute += 1) {
      await clock.advance(MINUTE);
      await answer();
    }
  }
  const error = () => Math.abs(platform.now() - truth());
  return { clock, platform, world, answer, guests, tenMinutes, truth, error, dateOf };
}

/** What has passed beyond dispute is close behind the truth, and never ahead of it. */
function expectKnown({ platform, truth }: ReturnType<typeof openKiosk>): void {
  expect(platform.beyondDispute()).toBeGreaterThan(truth() - 2 * SECOND);
  expect(platform.beyondDispute()).toBeLessThanOrEqual(truth());
}

describe('before the first answer', () => {
  test('the wall clock is believed, unless it is behind what has surely passed', () => {
    expect(openKiosk().platform.credible()).toBe(EVENING);
    expect(openKiosk(-MINUTE, { floor: EVENING }).platform.credible(), 'by little').toBe(EVENING);
    expect(openKiosk(-HOUR, { floor: EVENING }).platform.credible()).toBeNull();
  });

  test('an answer is believed whatever the wall clock says', async () => {
    const { platform, answer, truth } = openKiosk(-HOUR, { floor: EVENING });
    await answer();
    expect(Math.abs((platform.credible() ?? 0) - truth())).toBeLessThan(SECOND);
  });

  test('there is only the own clock', () => {
    const { clock, platform } = openKiosk(5 * SECOND);
    expect(platform.isKnown()).toBe(false);
    expect(platform.skew()).toBeNull();
    expect(platform.now()).toBe(clock.now());
    expect(platform.surely()).toBe(clock.now());
    expect(platform.at(clock.steady() - MINUTE)).toBe(clock.now() - MINUTE);
  });

  test('a kiosk that wakes in 1970 goes on from the newest time that it knows of', async () => {
    const floor = EVENING - HOUR;
    const { clock, platform } = openKiosk(-EVENING, { floor });
    await clock.advance(MINUTE);
    expect(platform.now()).toBe(floor + MINUTE);
    expect(platform.surely()).toBe(floor + MINUTE);
    expect(platform.at(clock.steady() - SECOND)).toBe(floor + MINUTE - SECOND);
  });

  test('a wall clock that is not behind what it knows of is believed', async () => {
    const { clock, platform, truth } = openKiosk(0, { floor: EVENING - HOUR });
    await clock.advance(MINUTE);
    expect(platform.now()).toBe(truth());
  });

  test('a wall clock that is set back falls no further than to what it knows of', async () => {
    const floor = EVENING - HOUR;
    const { clock, platform } = openKiosk(0, { floor });
    await clock.advance(MINUTE);
    clock.setBack(5 * HOUR);
    expect(platform.now()).toBe(floor + MINUTE);
  });
});

describe('with the first answer', () => {
  test.each([
    ['right', 0],
    ['5 hours ahead', 5 * HOUR],
    ['5 hours behind', -5 * HOUR],
    ['in 1970', -EVENING],
  ])('a kiosk whose clock is %s knows the time', async (_where, wrong) => {
    const { platform, answer, error, truth } = openKiosk(wrong);
    await answer({ there: 100, back: 300 });
    expect(platform.isKnown()).toBe(true);
    expect(error()).toBeLessThanOrEqual(500 + 200);
    expect(platform.surely()).toBeLessThanOrEqual(truth());
  });

  test.each([5 * HOUR, -5 * HOUR])(
    'it is known how wrong the own clock is: %i ms',
    async (wrong) => {
      const { platform, guests } = openKiosk(wrong);
      await guests(12);
      expect(Math.abs((platform.skew() ?? 0) - wrong)).toBeLessThanOrEqual(100);
    },
  );

  test('what was scanned before it can be put right at once, and only once', async () => {
    const righted: number[] = [];
    const moments: number[] = [];
    const { clock, platform, answer, guests, truth } = openKiosk(5 * HOUR, {
      onKnown: () => righted.push(...moments.map((moment) => platform.at(moment))),
    });
    const truths: number[] = [];
    for (const pause of [0, 40, 7 * MINUTE, HOUR]) {
      await clock.advance(pause);
      moments.push(clock.steady());
      truths.push(truth());
    }
    await answer();
    expect(righted).toHaveLength(moments.length);
    for (const [scan, time] of righted.entries()) {
      expect(time).toBeLessThanOrEqual(truths[scan] ?? 0);
      expect(time).toBeGreaterThan((truths[scan] ?? 0) - 2 * SECOND);
    }
    await guests(20);
    expect(righted).toHaveLength(moments.length);
  });
});

describe('more answers', () => {
  test('a guest a second later tells it better', async () => {
    const { guests, error } = openKiosk(-90 * SECOND);
    await guests(12);
    expect(error()).toBeLessThanOrEqual(100);
  });

  test('a slow answer does not spoil what quick ones told', async () => {
    const { guests, answer, error } = openKiosk(2 * SECOND);
    await guests(12);
    await answer({ there: 100, back: 20 * SECOND });
    expect(error()).toBeLessThanOrEqual(100);
  });

  test('an answer to a request that slept with the machine is not believed', async () => {
    const { clock, platform, answer, dateOf, truth } = openKiosk();
    const sentAt = clock.steady();
    const serverDate = dateOf(truth());
    clock.sleep(8 * HOUR);
    platform.note({ serverDate, roundTrip: clock.steady() - sentAt, receivedAt: clock.steady() });
    expect(platform.isKnown()).toBe(false);
    await answer();
    expect(platform.isKnown()).toBe(true);
  });

  test('clocks that drift apart are followed: the older an answer, the less it says', async () => {
    const { clock, world, answer, error } = openKiosk();
    for (let minute = 0; minute < 12 * 60; minute += 1) {
      await clock.advance(MINUTE);
      world.ahead += 6;
      await answer();
    }
    expect(error()).toBeLessThanOrEqual(600);
  });

  test("the steady clock is a little fast, and the network is away for days: no stamp is in the platform's future", async () => {
    const { clock, platform, world, guests, truth } = openKiosk();
    await guests(12);
    for (let hour = 0; hour < 48; hour += 1) {
      await clock.advance(HOUR);
      world.ahead -= 0.00005 * HOUR;
      expect(platform.surely()).toBeLessThanOrEqual(truth());
      expect(platform.surely()).toBeGreaterThan(truth() - 30 * SECOND);
    }
  });

  test.each([-2 * HOUR, 2 * HOUR])(
    "somebody sets the platform's clock by %i ms: the next two answers tell so",
    async (by) => {
      const { clock, platform, world, guests, answer, error, truth } = openKiosk();
      await guests(12);
      await clock.advance(MINUTE);
      world.ahead += by;
      await answer();
      await answer();
      expect(error()).toBeLessThanOrEqual(600);
      expect(platform.surely()).toBeLessThanOrEqual(truth());
    },
  );
});

test.each([72 * HOUR, -72 * HOUR])(
  'one server of many has a clock that is off by %i ms: its answer changes no time',
  async (by) => {
    const { platform, world, guests, answer, error, truth } = openKiosk();
    await guests(12);
    for (let round = 0; round < 3; round += 1) {
      world.ahead += by;
      await answer();
      world.ahead -= by;
      expect(error()).toBeLessThanOrEqual(600);
      expect(platform.surely()).toBeLessThanOrEqual(truth());
      await guests(3);
      expect(error()).toBeLessThanOrEqual(600);
    }
  },
);

describe('for what cannot be undone', () => {
  test('nothing is beyond dispute before the first answer', () => {
    expect(openKiosk().platform.beyondDispute()).toBeNull();
  });

  test.each([72 * HOUR, -72 * HOUR])(
    'one answer that is alone with its time, by %i ms, makes no hour pass that has not',
    async (by) => {
      const { platform, world, guests, answer, truth } = openKiosk();
      await guests(12);
      world.ahead += by;
      await answer();
      world.ahead -= by;
      expect(platform.beyondDispute()).toBeLessThanOrEqual(truth());
    },
  );

  test.each([72 * HOUR, -72 * HOUR])(
    'all that has come since the start is off by %i ms: no hour passes that has not',
    async (by) => {
      const { platform, world, guests, truth } = openKiosk();
      world.ahead += by;
      await guests(20);
      world.ahead -= by;
      expect(platform.beyondDispute()).toBeLessThanOrEqual(truth());
    },
  );

  test('the own clock is days behind: what answers say for ten minutes has passed', async () => {
    const kiosk = openKiosk(-72 * HOUR);
    const { platform, answer, tenMinutes, truth } = kiosk;
    await answer();
    expect(platform.beyondDispute()).toBeLessThan(truth() - 71 * HOUR);
    await tenMinutes();
    expectKnown(kiosk);
  });

  test('somebody sets the own clock back after the first answer: that makes nothing younger', async () => {
    const { clock, platform, answer, truth } = openKiosk();
    await answer();
    clock.setBack(72 * HOUR);
    expect(platform.beyondDispute()).toBeGreaterThan(truth() - 2 * SECOND);
  });

  test.each([
    ['an Age is a day', { ahead: 24 * HOUR, isDated: true }],
    ['tokens live for eight hours, without a Date', { ahead: 7 * HOUR, isDated: false }],
    ['tokens never expire, without a Date', { ahead: 73 * 365 * 24 * HOUR, isDated: false }],
  ])('no hour passes that has not if %s', async (_what, { ahead, isDated }) => {
    const { clock, platform, truth } = openKiosk();
    for (let minute = 0; minute < 12; minute += 1) {
      await clock.advance(MINUTE);
      platform.note({
        serverDate: truth() + ahead,
        atLeast: isDated ? truth() : null,
        roundTrip: 0,
        receivedAt: clock.steady(),
      });
    }
    expect(platform.beyondDispute() ?? 0).toBeLessThanOrEqual(truth());
  });

  test('a token that never expires does not set an undated clock', () => {
    const { clock, platform, truth } = openKiosk();
    const serverDate = Date.UTC(2099, 11, 31);
    platform.note({ serverDate, atLeast: null, roundTrip: 0, receivedAt: clock.steady() });
    expect(platform.isKnown()).toBe(false);
    expect(platform.now()).toBe(truth());
  });

  test("somebody sets the platform's clock ahead: once answers of ten minutes say so, it has passed", async () => {
    const kiosk = openKiosk();
    const { platform, world, guests, tenMinutes, truth } = kiosk;
    await guests(12);
    world.ahead += 72 * HOUR;
    await guests(16);
    expect(platform.beyondDispute()).toBeLessThan(truth() - 71 * HOUR);
    await tenMinutes();
    expectKnown(kiosk);
  });
});

describe('while the network is away', () => {
  test.each([
    ['5 hours forward', 5 * HOUR],
    ['5 hours back', -5 * HOUR],
    ['to 1970', -EVENING],
  ])("somebody sets the kiosk's clock %s: the platform's time goes on", async (_to, by) => {
    const { clock, platform, guests, error, truth } = openKiosk();
    await guests(12);
    const wrong = platform.skew() ?? 0;
    const [now, surely] = [platform.now(), platform.surely()];
    clock.setForward(by);
    expect([platform.now(), platform.surely()]).toEqual([now, surely]);
    expect(platform.skew()).toBe(wrong + by);
    await clock.advance(20 * MINUTE);
    expect(error()).toBeLessThanOrEqual(100);
    expect(platform.surely()).toBeLessThanOrEqual(truth());
  });

  test('a machine that has slept for 8 hours still knows the time', async () => {
    const { clock, platform, guests, error, truth } = openKiosk(5 * HOUR);
    await guests(12);
    clock.sleep(8 * HOUR);
    expect(error()).toBeLessThanOrEqual(100);
    expect(platform.surely()).toBeLessThanOrEqual(truth());
    expect(platform.surely()).toBeGreaterThan(truth() - 5 * SECOND);
  });
});

describe('whatever happens', () => {
  const events = fc.array(
    fc.record({
      pause: fc.integer({ min: 0, max: 20 * SECOND }),
      asleep: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 8 * HOUR })),
      set: fc.oneof(fc.constant(0), fc.integer({ min: -9 * HOUR, max: 9 * HOUR })),
      there: fc.integer({ min: 0, max: 3 * SECOND }),
      back: fc.integer({ min: 0, max: 3 * SECOND }),
    }),
    { minLength: 1, maxLength: 20 },
  );
  const wrong = fc.integer({ min: -9 * HOUR, max: 9 * HOUR });

  test("once an answer has come, no stamp is in the platform's future", async () => {
    await fc.assert(
      fc.asyncProperty(wrong, events, async (off, happenings) => {
        const { clock, platform, answer, truth } = openKiosk(off);
        for (const { pause, asleep, set, ...ways } of happenings) {
          await clock.advance(pause);
          await answer(ways);
          clock.sleep(asleep);
          clock.setForward(set);
          expect(platform.surely()).toBeLessThanOrEqual(truth());
          expect(platform.at(clock.steady())).toBe(platform.surely());
        }
      }),
      { numRuns: 50 },
    );
  });

  test("the time never runs backwards while nobody sets the platform's clock", async () => {
    await fc.assert(
      fc.asyncProperty(events, async (happenings) => {
        const { clock, platform, answer } = openKiosk(1234);
        await answer({ there: 0, back: 0 });
        let last = platform.now();
        for (const { pause, asleep, set, ...ways } of happenings) {
          await clock.advance(pause);
          clock.setForward(set);
          await answer(ways);
          clock.sleep(asleep);
          const now = platform.now();
          expect(now).toBeGreaterThanOrEqual(last);
          last = now;
        }
      }),
      { numRuns: 50 },
    );
  });

  test('a quick answer after a slow one: the time stands still rather than running back', async () => {
    const { clock, platform, answer } = openKiosk();
    await answer({ there: 3 * SECOND, back: 0 });
    const before = platform.now();
    await answer({ there: 0, back: 0 });
    expect(platform.now()).toBe(before);
    await clock.advance(2 * SECOND);
    expect(platform.now()).toBeGreaterThan(before);
  });

  test('a steady clock of coarse steps is no reason to stamp too early', async () => {
    const clock = new FakeClock(EVENING - 250 - 15);
    const coarse = {
      now: () => clock.now(),
      steady: () => Math.floor(clock.steady() / 16) * 16,
      after: clock.after.bind(clock),
    };
    const platform = createPlatformClock(coarse);
    await clock.advance(15);
    expect(clock.steady() - coarse.steady()).toBe(15);
    platform.note({ serverDate: clock.now(), roundTrip: 0, receivedAt: coarse.steady() });
    for (let step = 0; step < 40; step += 1) {
      expect(platform.surely()).toBeLessThanOrEqual(clock.now());
      await clock.advance(1);
    }
  });
});
