import { expect, onTestFinished, test } from 'vitest';
import { Outputs } from '#main/entrance/outputs/outputs.ts';
import type { OutputSetting } from '#shared/model/output.ts';
import { ok } from '#shared/result.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';

const LAMP: OutputSetting = {
  ...{ name: 'Lamp', purpose: 'signal', follows: ['reject'], pulse: 50 },
  way: { type: 'http', url: 'http://10.0.0.9/on', method: 'GET', body: '' },
};

/** A kiosk with one output, whose device takes 300 ms to close; what happens is written down. */
function openLamp() {
  const clock = new FakeClock();
  const log: string[] = [];
  const outputs = new Outputs({
    ...{ clock, logger: new RecordingLogger(), isReal: true, door: () => 'North' },
    ...{ hid: null, broker: () => null, authorizationOf: () => null },
    fetch: () => Promise.reject(new Error('nobody is there')),
    settings: () => [LAMP],
    openDevice() {
      log.push('opened');
      return {
        on: () => Promise.resolve(ok(null)),
        async close() {
          await new Promise<void>((resolve) => clock.after(300, resolve));
          log.push('closed');
        },
      };
    },
    faultyInputs: { has: () => false, note: () => undefined, forget: () => undefined },
    onChange: () => undefined,
    onClosed: () => Promise.resolve(void log.push('let go')),
  });
  outputs.start();
  onTestFinished(async () => {
    const stopped = outputs.stop();
    await clock.advance(2_000);
    await stopped;
  });
  return { clock, log, outputs };
}

test('closes each device before it opens others', async () => {
  const { clock, log, outputs } = openLamp();
  const replaced = outputs.replace();
  await clock.advance(300);
  await replaced;
  expect(log).toEqual(['opened', 'closed', 'opened']);
});

test('closes its devices before it releases their ports', async () => {
  const { clock, log, outputs } = openLamp();
  const stopped = outputs.stop();
  await clock.advance(300);
  await stopped;
  expect(log).toEqual(['opened', 'closed', 'let go']);
});

test('opens nothing after its end while outputs are replaced', async () => {
  const { clock, log, outputs } = openLamp();
  const replaced = outputs.replace();
  await clock.advance(100);
  const stopped = outputs.stop();
  await clock.advance(1_000);
  await Promise.all([replaced, stopped]);
  expect(log.filter((what) => what === 'opened')).toHaveLength(1);
  expect(log.at(-1)).toBe('let go');
});
