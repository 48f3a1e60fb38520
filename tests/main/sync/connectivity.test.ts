import { Connectivity } from '#main/sync/connectivity.ts';
import { expect, test } from 'vitest';
import { FakeClock } from '#tests/support/fake-clock.ts';

test('the kiosk is offline from the first failure to the next answer', async () => {
  const clock = new FakeClock();
  let changes = 0;
  const connectivity = new Connectivity(clock, () => (changes += 1));
  expect(connectivity.state).toEqual({ status: 'online' });

  const since = clock.now();
  connectivity.noteFailure('refused');
  await clock.advance(5_000);
  connectivity.noteFailure('refused');
  expect(connectivity.state).toEqual({ status: 'offline', reason: 'refused', since });
  expect(changes, 'the same failure again is no news').toBe(1);

  connectivity.noteFailure('timeout');
  expect(connectivity.state, 'another reason, but the same time offline').toEqual({
    status: 'offline',
    reason: 'timeout',
    since,
  });

  connectivity.noteAnswer();
  expect(connectivity.state).toEqual({ status: 'online' });
  expect(changes).toBe(3);
});
