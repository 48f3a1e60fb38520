import { StateEnforcer, LOOK, SELDOM, SOON } from '#main/hosts/electron/state-enforcer.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { expect, test } from 'vitest';

/** Something that is right or not, and how often it was put right. */
function kept() {
  const clock = new FakeClock();
  const thing = { isRight: true, stays: true, times: 0 };
  const enforcer = new StateEnforcer({
    clock,
    isRight: () => thing.isRight,
    putRight() {
      thing.times += 1;
      thing.isRight = thing.stays;
    },
  });
  return { clock, thing, enforcer };
}

test('what was changed is put right, once, and soon', async () => {
  const { clock, thing, enforcer } = kept();
  thing.isRight = false;
  enforcer.note();
  enforcer.note();
  await clock.advance(SOON);
  expect(thing).toMatchObject({ isRight: true, times: 1 });
  await clock.advance(10 * LOOK);
  expect(thing.times).toBe(1);
});

test('what nobody told of is seen all the same', async () => {
  const { clock, thing, enforcer } = kept();
  enforcer.note();
  await clock.advance(SOON);
  thing.isRight = false;
  await clock.advance(LOOK);
  expect(thing.times).toBe(1);
});

test('whoever undoes it each time is not fought without end, and never given in to', async () => {
  const { clock, thing, enforcer } = kept();
  Object.assign(thing, { isRight: false, stays: false });
  enforcer.note();
  await clock.advance(60_000);
  expect(thing.times).toBeGreaterThan(5);
  expect(thing.times).toBeLessThan(12);
  const before = thing.times;
  await clock.advance(10 * SELDOM);
  expect(thing.times).toBeGreaterThanOrEqual(before + 10);
  expect(thing.times).toBeLessThan(before + 50);
  // It is quick again once it was left in peace.
  Object.assign(thing, { isRight: true, stays: true });
  await clock.advance(2 * 60_000);
  const { times } = thing;
  thing.isRight = false;
  enforcer.note();
  await clock.advance(SOON);
  expect(thing.times).toBe(times + 1);
});

test('nothing is put right any more once it is over', async () => {
  const { clock, thing, enforcer } = kept();
  enforcer.note();
  enforcer.stop();
  thing.isRight = false;
  enforcer.note();
  await clock.advance(10 * LOOK);
  expect(thing.times).toBe(0);
});

test('a loose cable leaves the screen bare no longer the tenth time than the first', async () => {
  const { clock, thing, enforcer } = kept();
  for (let times = 1; times <= 10; times += 1) {
    thing.isRight = false;
    enforcer.beginAnew();
    await clock.advance(SOON);
    expect(thing.times).toBe(times);
  }
  enforcer.stop();
  enforcer.beginAnew();
  thing.isRight = false;
  await clock.advance(SELDOM);
  expect(thing.times, 'after its end').toBe(10);
});
