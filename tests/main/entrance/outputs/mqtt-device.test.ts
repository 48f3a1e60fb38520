import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#main/base/system-clock.ts';
import { mqttDevice } from '#main/entrance/outputs/mqtt-device.ts';
import { PUBREC, publishOf, startRawBroker } from '#tests/main/venue/support/raw-broker.ts';
import { eventually } from '#tests/support/eventually.ts';

const MEGABYTE = 1_000_000;

/** How many bytes all buffers of this thread have that are still in use. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().arrayBuffers;
}

test('an output keeps nothing that its broker sends', async () => {
  let isSent = false;
  const { port, types } = await startRawBroker((socket) => {
    const message = Buffer.alloc(0.9 * MEGABYTE, 1);
    for (let id = 1; id <= 20; id += 1) socket.write(publishOf(2, id, message));
    // Most of a message of 260 MB.
    socket.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]));
    for (let sent = 0; sent < 40; sent += 1) socket.write(Buffer.alloc(MEGABYTE));
    socket.write(Buffer.alloc(1), () => (isSent = true));
  });
  const before = bytesInUse();
  const device = mqttDevice({
    way: { type: 'mqtt', topic: 'gates/north' },
    broker: () => ({ url: `mqtt://127.0.0.1:${port}`, user: null, password: null, ca: null }),
    clock: systemClock,
  });
  onTestFinished(() => device.close());
  expect(await device.look?.(new AbortController().signal)).toEqual({ ok: true, value: null });
  await eventually(
    () => {
      expect(isSent).toBe(true);
      expect(bytesInUse() - before).toBeLessThan(10 * MEGABYTE);
    },
    { interval: 100, patience: 10_000 },
  );
  expect(types).not.toContain(PUBREC);
});
