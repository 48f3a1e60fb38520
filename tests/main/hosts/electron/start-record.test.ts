import { openStartRecord } from '#main/hosts/electron/start-record.ts';
import { MOST_AT_ONCE, mustPause, WELL_AFTER } from '#main/hosts/electron/starting-again.ts';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const HOUR = 60 * 60_000;

/** A service whose process systemd starts over and over, with nothing but its folder left of the one before. */
function service() {
  const path = join(temporaryFolder(), 'starts.json');
  const clock = new FakeClock();
  const errors: unknown[] = [];
  const start = (boot: string | null = 'monday') =>
    openStartRecord({
      ...{ path, boot, now: () => clock.now() },
      onError: (error) => errors.push(error),
    });
  return { path, clock, errors, start };
}

test('a process that crashes at each start, without a word, pauses in the end', async () => {
  const { clock, errors, start } = service();
  const counts: number[] = [];
  for (let starts = 0; starts < MOST_AT_ONCE + 2; starts += 1) {
    counts.push(start().failed);
    await clock.advance(8_000);
  }
  expect(counts).toEqual([0, 1, 2, 3]);
  expect(counts.filter(mustPause)).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('one that starts again in order hands on the count as it is', () => {
  const { start } = service();
  start().leave(3);
  const pausing = start();
  expect(pausing.failed).toBe(3);
  pausing.leave(0);
  expect(start().failed).toBe(0);
});

test('a start that has gone well is forgotten, whatever happens later', () => {
  const { path, start } = service();
  start();
  start().forget();
  expect(existsSync(path)).toBe(false);
  expect(start().failed).toBe(0);
});

test('failures that are far apart, by a clock that jumped, or before the machine’s start, are not in a row', async () => {
  const { clock, start } = service();
  start();
  await clock.advance(WELL_AFTER + HOUR);
  expect(start().failed, 'long ago').toBe(0);
  clock.setForward(-30 * 365 * 24 * HOUR);
  expect(start().failed, 'in the future').toBe(0);
  expect(start().failed).toBe(1);
  expect(start('tuesday').failed, 'the power went').toBe(0);
});

test.each(['', '{"failed":-1,"at":0,"boot":null}', '{"failed":', '[]'])(
  'a record that says %j is none',
  (content) => {
    const { path, start } = service();
    writeFileSync(path, content);
    expect(start().failed).toBe(0);
    expect(start().failed).toBe(1);
  },
);

test('a disk that takes nothing keeps nobody from starting', () => {
  const { path, errors, start } = service();
  mkdirSync(`${path}.new`);
  const record = start();
  expect(record.failed).toBe(0);
  record.leave(2);
  record.forget();
  expect(errors).toHaveLength(2);
});
