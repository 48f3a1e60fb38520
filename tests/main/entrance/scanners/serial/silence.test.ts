import { Silence } from '#main/entrance/scanners/serial/silence.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { expect, test } from 'vitest';

function listener() {
  const clock = new FakeClock();
  let heard = 0;
  const silence = new Silence(clock, () => (heard += 1));
  return { clock, silence, heard: () => heard };
}

test('a silence is heard once', async () => {
  const { clock, silence, heard } = listener();
  silence.await(50);
  await clock.advance(50);
  expect(heard()).toBe(0);
  await clock.advance(15);
  expect(heard()).toBe(1);
  await clock.advance(1000);
  expect(heard()).toBe(1);
});

test('bytes within it are no silence, also in its last moment', async () => {
  const { clock, silence, heard } = listener();
  silence.await(50);
  await clock.advance(60);
  silence.await(50);
  await clock.advance(60);
  expect(heard()).toBe(0);
  silence.stop();
  await clock.advance(1000);
  expect(heard()).toBe(0);
});

test.each([
  ['before its time is up', 30],
  ['in its last moment', 55],
])('a process that is held up %s waits anew', async (_when, at) => {
  const { clock, silence, heard } = listener();
  silence.await(50);
  await clock.advance(at);
  clock.sleep(200);
  await clock.advance(50);
  expect(heard()).toBe(0);
  await clock.advance(65);
  expect(heard()).toBe(1);
});
