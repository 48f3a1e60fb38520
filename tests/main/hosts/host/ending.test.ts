import { createEnding, LONGEST_ENDING } from '#main/hosts/host/ending.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { expect, test } from 'vitest';

function ending(cleanUp: () => Promise<void>) {
  const clock = new FakeClock();
  const seen: string[] = [];
  const end = createEnding({
    clock,
    logger: new RecordingLogger(),
    cleanUp: () => {
      seen.push('clean-up');
      return cleanUp();
    },
    exit: () => seen.push('exit'),
  });
  return { clock, seen, end };
}

test('the process ends once the clean-up is done', async () => {
  let finish = (): void => {};
  const { clock, seen, end } = ending(() => new Promise((resolve) => (finish = resolve)));
  end();
  await clock.advance(0);
  expect(seen).toEqual(['clean-up']);
  finish();
  await clock.advance(0);
  expect(seen).toEqual(['clean-up', 'exit']);
});

test('asked for twice (close, then SIGTERM), it cleans up and ends once', async () => {
  const { clock, seen, end } = ending(async () => {});
  end();
  end();
  await clock.advance(0);
  end();
  await clock.advance(2 * LONGEST_ENDING);
  expect(seen).toEqual(['clean-up', 'exit']);
});

test('a clean-up that hangs does not keep the process alive', async () => {
  const { clock, seen, end } = ending(() => new Promise(() => {}));
  end();
  await clock.advance(LONGEST_ENDING - 1);
  expect(seen).toEqual(['clean-up']);
  await clock.advance(1);
  expect(seen).toEqual(['clean-up', 'exit']);
});

test('a clean-up that throws ends the process all the same', async () => {
  const { clock, seen, end } = ending(() => Promise.reject(new Error('no network')));
  end();
  await clock.advance(0);
  expect(seen).toEqual(['clean-up', 'exit']);
});
