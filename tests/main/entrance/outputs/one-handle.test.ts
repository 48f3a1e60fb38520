import { expect, test } from 'vitest';
import { OneHandle } from '#main/entrance/outputs/one-handle.ts';
import type { OutputTrouble } from '#shared/model/output.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** A port that opens when it is told to, each time as another handle. */
function slowPort() {
  const open = new Set<number>();
  const opening: (() => void)[] = [];
  let last = 0;
  const port = new OneHandle<number>({
    open: () =>
      new Promise<Result<number, OutputTrouble>>((resolve) => {
        const handle = (last += 1);
        opening.push(() => {
          open.add(handle);
          resolve(ok(handle));
        });
      }),
    close: (handle) => Promise.resolve(void open.delete(handle)),
  });
  const opens = () => opening.shift()?.();
  return { port, open, opens, opening };
}

test('a port that opens after its time is there for the next command, and is opened once', async () => {
  const { port, open, opens, opening } = slowPort();
  const late = port.get();
  const next = port.get();
  expect(opening).toHaveLength(1);
  opens();
  expect(await Promise.all([late, next, port.get()])).toEqual([ok(1), ok(1), ok(1)]);
  await port.close();
  expect(open).toEqual(new Set());
});

test('a port that opens after its output was removed is closed at once', async () => {
  const { port, open, opens } = slowPort();
  const late = port.get();
  await port.close();
  opens();
  expect(await late).toEqual(err('timeout'));
  expect([port.current, ...open]).toEqual([null]);
});

test('a port that opens late does not take the place of the one that was opened since', async () => {
  const { port, open, opens } = slowPort();
  void port.get();
  await port.close();
  const second = port.get();
  opens();
  opens();
  expect(await second).toEqual(ok(2));
  expect(open).toEqual(new Set([2]));
});

test('a device that cannot be opened is tried again, whatever it threw', async () => {
  let tries = 0;
  const port = new OneHandle<number>({
    async open() {
      tries += 1;
      await Promise.resolve();
      if (tries === 1) throw new Error('of the driver');
      return tries === 2 ? err('gone') : ok(tries);
    },
    close: () => Promise.resolve(),
  });
  await expect(port.get()).rejects.toThrow('of the driver');
  expect(await port.get()).toEqual(err('gone'));
  expect(await port.get()).toEqual(ok(3));
  port.forget(2);
  expect(port.current).toBe(3);
  port.forget(3);
  expect(port.current).toBeNull();
});
