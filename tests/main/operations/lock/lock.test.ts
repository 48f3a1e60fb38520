import { Lock } from '#main/operations/lock/lock.ts';
import { isPin, PIN_COST, pinHashSchema } from '#main/operations/lock/pin-hash.ts';
import type { LockTimings } from '#main/operations/lock/timings.ts';
import { sealedFile } from '#main/base/vault/sealed-file.ts';
import { err } from '#shared/result.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { QUICK } from './quick.ts';

const KEY = Buffer.alloc(32, 7);
const TIMINGS: LockTimings = {
  freeTries: 3,
  firstPause: 30_000,
  longestPause: 100_000,
  unlockedFor: 60_000,
};

interface Installation {
  readonly path: string;
  readonly clock: FakeClock;
  readonly logger: RecordingLogger;
  /** Starts the kiosk anew on the same disk. */
  readonly start: () => Lock;
}

function installation(): Installation {
  const path = join(temporaryFolder(), 'pin.sealed');
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  const onChange = () => undefined;
  const file = sealedFile(path, KEY);
  const start = () => new Lock({ file, clock, logger, onChange, timings: TIMINGS, cost: QUICK });
  return { path, clock, logger, start };
}

/** A kiosk that has a PIN, 2468, and is locked. */
async function locked() {
  const parts = installation();
  const lock = parts.start();
  await lock.setPin('2468');
  lock.lock();
  return { ...parts, lock };
}

const wrong = (triesLeft: number) => ({ ok: false, error: { type: 'wrong-pin', triesLeft } });
const WAIT = { ok: false, error: { type: 'wait' } };
const DONE = { ok: true, value: null };

test('a kiosk without a PIN is open to everybody, and says that it has none', () => {
  const lock = installation().start();
  expect(lock.state()).toEqual({ hasPin: false, isUnlocked: true, nextTryAt: null });
});

test('whoever tries PINs pays for each with 64 MiB and the time to fill them', async () => {
  expect(128 * Number(PIN_COST.N) * Number(PIN_COST.r)).toBe(64 * 1024 ** 2);
  const file = sealedFile(join(temporaryFolder(), 'pin.sealed'), KEY);
  const logger = new RecordingLogger();
  const lock = new Lock({ file, clock: new FakeClock(), logger, onChange: () => undefined });
  await lock.setPin('2468');
  lock.lock();
  const { pin } = z.object({ pin: pinHashSchema }).parse(file.load());
  expect(await isPin('2468', pin, PIN_COST)).toBe(true);
  expect(await lock.unlock('2468')).toEqual(DONE);
});

test('the right PIN unlocks, also after the kiosk was switched off', async () => {
  const { lock, start } = await locked();
  expect(lock.state()).toEqual({ hasPin: true, isUnlocked: false, nextTryAt: null });
  expect(await lock.unlock('2468')).toEqual(DONE);
  expect(lock.isUnlocked).toBe(true);
  const next = start();
  expect(next.isUnlocked).toBe(false);
  expect(await next.unlock('2469')).toEqual(wrong(2));
  expect(await next.unlock('2468')).toEqual(DONE);
});

test('an old PIN that is being tried does not come back over a new one', async () => {
  const { lock, start } = await locked();
  const set = lock.setPin('1357');
  const tried = lock.unlock('2468');
  await Promise.all([set, tried]);
  const next = start();
  expect((await next.unlock('2468')).ok).toBe(false);
  expect(await next.unlock('1357')).toEqual(DONE);
});

describe('whoever does not know it', () => {
  test('waits ever longer after a few tries, and not for ever', async () => {
    const { lock, clock } = await locked();
    expect(await lock.unlock('0000')).toEqual(wrong(2));
    expect(await lock.unlock('0001')).toEqual(wrong(1));
    expect(await lock.unlock('0002')).toEqual(WAIT);
    for (const pause of [30_000, 60_000, 100_000, 100_000]) {
      expect(lock.state().nextTryAt).toBe(clock.now() + pause);
      await clock.advance(pause - 1);
      expect(await lock.unlock('2468')).toEqual(WAIT);
      await clock.advance(1);
      expect(lock.state().nextTryAt).toBeNull();
      expect(await lock.unlock('0003')).toEqual(WAIT);
    }
    await clock.advance(100_000);
    expect(await lock.unlock('2468')).toEqual(DONE);
    lock.lock();
    expect(await lock.unlock('0000'), 'the count begins anew').toEqual(wrong(2));
  });

  test('gains no try by pulling the plug', async () => {
    const { lock, start, clock } = await locked();
    for (const pin of ['0000', '0001', '0002']) await lock.unlock(pin);
    const next = start();
    expect(next.state().nextTryAt).toBe(clock.now() + 30_000);
    expect(await next.unlock('2468')).toEqual(WAIT);
  });

  test('gains none by pulling it while a PIN is being looked at', async () => {
    const { lock, start } = await locked();
    const trying = lock.unlock('0000');
    await Promise.resolve();
    const next = start();
    await trying;
    expect(await next.unlock('0001')).toEqual(wrong(1));
  });

  test('gains none by trying many at once', async () => {
    const { lock } = await locked();
    const all = await Promise.all(['0000', '0001', '0002', '2468'].map((pin) => lock.unlock(pin)));
    expect(all).toEqual([wrong(2), wrong(1), WAIT, WAIT]);
  });

  test('finds it neither on the disk nor in the log', async () => {
    const { lock, path, logger } = await locked();
    await lock.unlock('13579');
    const disk = readFileSync(path, 'latin1');
    for (const secret of ['2468', 'salt', 'hash', 'wrong']) expect(disk).not.toContain(secret);
    expect(JSON.stringify(logger.lines)).not.toMatch(/2468|13579/);
  });
});

test('it locks itself when nobody does anything, and not while somebody does', async () => {
  const { lock, clock } = await locked();
  await lock.unlock('2468');
  await clock.advance(59_000);
  lock.touch();
  await clock.advance(59_000);
  expect(lock.isUnlocked).toBe(true);
  await clock.advance(1_000);
  expect(lock.isUnlocked).toBe(false);
  lock.touch();
  expect(lock.isUnlocked, 'touching is no key').toBe(false);
});

test('a machine that slept in between is locked', async () => {
  const { lock, clock } = await locked();
  await lock.unlock('2468');
  clock.sleep(60_000);
  expect(lock.isUnlocked).toBe(false);
});

test('a new PIN replaces the old one, ends a pause, and can be taken away', async () => {
  const { lock, start } = await locked();
  for (const pin of ['0000', '0001', '0002']) await lock.unlock(pin);
  await lock.setPin('97531');
  lock.lock();
  expect(await lock.unlock('2468')).toEqual(wrong(2));
  expect(await lock.unlock('97531')).toEqual(DONE);
  await lock.setPin(null);
  lock.lock();
  expect(start().state()).toMatchObject({ hasPin: false, isUnlocked: true });
});

test('a disk that cannot be written keeps the PIN in force until the kiosk ends', async () => {
  const { lock, path, clock, logger } = await locked();
  rmSync(join(path, '..'), { recursive: true });
  await lock.setPin('97531');
  lock.lock();
  expect(lock.isUnlocked).toBe(false);
  expect(await lock.unlock('97531')).toEqual(WAIT);
  await clock.advance(TIMINGS.firstPause);
  expect(await lock.unlock('97531')).toEqual(DONE);
  expect(logger.lines.join('\n')).toContain('the PIN could not be written');
});

test('a PIN that cannot be read keeps the kiosk locked, and stays what it is for when it can be', async () => {
  const { lock, path, clock, logger } = await locked();
  const before = readFileSync(path);
  // As when the system's key store is not open at a start.
  const other = sealedFile(path, Buffer.alloc(32, 8));
  const onChange = () => undefined;
  const shut = new Lock({ file: other, clock, logger, onChange, timings: TIMINGS, cost: QUICK });
  expect(shut.state()).toMatchObject({ hasPin: true, isUnlocked: false });
  expect(await shut.unlock('2468')).toEqual(wrong(2));
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(await lock.unlock('2468')).toEqual(DONE);

  await shut.setPin('1357');
  shut.lock();
  expect(await shut.unlock('1357')).toEqual(DONE);
});

test('guessing a password to reset it waits as guessing the PIN does', async () => {
  const { lock, clock } = await locked();
  let asked = 0;
  const guess = (error: 'wrong' | 'no network') =>
    lock.prove(
      () => (asked++, Promise.resolve(err(error))),
      (why) => why === 'wrong',
    );
  await guess('no network');
  await guess('no network');
  for (let times = 1; times <= TIMINGS.freeTries; times++) {
    expect(await guess('wrong')).toEqual(err('wrong'));
  }
  expect(await guess('wrong')).toEqual(err({ type: 'wait' }));
  expect(await lock.unlock('2468')).toEqual(WAIT);
  expect(asked).toBe(2 + TIMINGS.freeTries);
  await clock.advance(TIMINGS.firstPause);
  expect(await lock.unlock('2468')).toEqual(DONE);
});

test('on a disk that takes no writes each try costs a pause first, after a restart as well', async () => {
  const { clock, logger, path } = await locked();
  const file = sealedFile(path, KEY);
  const full = {
    ...file,
    save() {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    },
  };
  const onChange = () => undefined;
  const start = () =>
    new Lock({ file: full, clock, logger, onChange, timings: TIMINGS, cost: QUICK });
  for (let restart = 0; restart < 3; restart += 1) {
    const lock = start();
    expect(await lock.unlock('1111')).toEqual(WAIT);
    expect(await lock.unlock('2468'), 'not even the right one').toEqual(WAIT);
    await clock.advance(TIMINGS.firstPause);
    expect(await lock.unlock('1111')).toEqual(wrong(2));
    expect(await lock.unlock('1112')).toEqual(WAIT);
  }
  const lock = start();
  expect(await lock.unlock('2468')).toEqual(WAIT);
  await clock.advance(TIMINGS.firstPause);
  expect(await lock.unlock('2468'), 'who knows it comes in, a little later').toEqual(DONE);
});
