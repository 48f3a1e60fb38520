import { RoundTrips } from '#main/operations/health/round-trips.ts';
import { expect, test } from 'vitest';
import { FakeClock } from '#tests/support/fake-clock.ts';

const MINUTE = 60_000;

function open() {
  const clock = new FakeClock();
  return { clock, trips: new RoundTrips(clock, 10 * MINUTE) };
}

test('the newest, and what half of the last seven took at most', () => {
  const { clock, trips } = open();
  expect(trips.state).toBeNull();
  for (const took of [900, 900, 900, 40, 50, 60, 70, 80, 800, 30]) trips.note(took);
  expect(trips.state).toEqual({ newest: 30, measuredAt: clock.now(), median: 60, count: 7 });
});

test('one slow answer among a few does not make a slow platform', () => {
  const { trips } = open();
  trips.note(50);
  trips.note(2_000);
  expect(trips.state).toMatchObject({ newest: 2_000, median: 50 });
});

test('what was measured long ago says nothing beside what was measured now', async () => {
  const { clock, trips } = open();
  trips.note(900);
  await clock.advance(10 * MINUTE + 1);
  expect(trips.state, 'it is all that is known').toMatchObject({ newest: 900, count: 1 });
  trips.note(40);
  expect(trips.state).toMatchObject({ newest: 40, median: 40, count: 1 });
});

test('somebody sets the wall clock: what was measured is as old as before', () => {
  const { clock, trips } = open();
  trips.note(900);
  clock.setForward(60 * MINUTE);
  trips.note(40);
  expect(trips.state).toMatchObject({ count: 2 });
});

test('another platform begins anew', () => {
  const { trips } = open();
  trips.note(40);
  trips.forget();
  expect(trips.state).toBeNull();
});
