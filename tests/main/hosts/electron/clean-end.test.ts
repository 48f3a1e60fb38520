import { createCleanEnd } from '#main/hosts/electron/clean-end.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { expect, test } from 'vitest';

function kiosk({ isLocked = false } = {}) {
  const clock = new FakeClock();
  const seen: string[] = [];
  const note = (what: string) => async () => {
    seen.push(what);
    await new Promise<void>((resolve) => clock.after(100, resolve));
  };
  const { end, endByHand } = createCleanEnd({
    ...{ clock, logger: new RecordingLogger(), mayClose: () => !isLocked },
    ...{ close: note('closed'), suspend: note('at rest') },
    exit(last) {
      last();
      seen.push('exit');
    },
  });
  const startAgain = () => end({ keepSession: true, then: () => seen.push('starts again') });
  const install = () => end({ keepSession: false, then: () => seen.push('installs') });
  return { clock, seen, end, endByHand, startAgain, install };
}

test('a kiosk that starts again leaves its session alive; one that installs ends it', async () => {
  const starting = kiosk();
  starting.startAgain();
  await starting.clock.advance(1_000);
  expect(starting.seen).toEqual(['at rest', 'starts again', 'exit']);

  const installing = kiosk();
  installing.install();
  await installing.clock.advance(1_000);
  expect(installing.seen).toEqual(['closed', 'installs', 'exit']);
});

test('switched off by the system while it starts again, it ends its session and stays off', async () => {
  const { clock, seen, startAgain, end } = kiosk();
  startAgain();
  await clock.advance(50);
  end();
  await clock.advance(1_000);
  expect(seen).toEqual(['at rest', 'closed', 'exit']);
});

test('a failure while it ends for good does not bring it back', async () => {
  const { clock, seen, startAgain, end } = kiosk();
  end();
  startAgain();
  await clock.advance(1_000);
  expect(seen).toEqual(['closed', 'exit']);
});

test('nobody without the PIN switches a kiosk off by closing its window while it starts again', async () => {
  const { clock, seen, endByHand, startAgain } = kiosk({ isLocked: true });
  endByHand();
  await clock.advance(1_000);
  expect(seen).toEqual([]);
  startAgain();
  endByHand();
  await clock.advance(1_000);
  expect(seen).toEqual(['at rest', 'starts again', 'exit']);
});

test('who may close it does, also while it starts again', async () => {
  const { clock, seen, endByHand, startAgain } = kiosk();
  startAgain();
  endByHand();
  await clock.advance(1_000);
  expect(seen).toEqual(['at rest', 'closed', 'exit']);
});
