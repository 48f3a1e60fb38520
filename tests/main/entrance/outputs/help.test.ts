import type { Done, OutputDevice } from '#main/entrance/outputs/device.ts';
import { Outputs } from '#main/entrance/outputs/outputs.ts';
import { OUTPUT_TIMINGS } from '#main/entrance/outputs/timings.ts';
import type { OutputSetting } from '#shared/model/output.ts';
import { err, ok } from '#shared/result.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { expect, onTestFinished, test } from 'vitest';

const LAMP: OutputSetting = {
  ...{ name: 'Lamp', purpose: 'signal', follows: ['help', 'reject'], pulse: 50 },
  way: { type: 'http', url: 'http://10.0.0.9/on', method: 'GET', body: '' },
};

/** A lamp that is only ever known by its last command, and fails until it is mended. */
function openLamp() {
  const clock = new FakeClock();
  const lamp = { done: err('refused') as Done, told: [] as (string | null)[] };
  const device: OutputDevice = {
    on({ verdict }) {
      lamp.told.push(verdict);
      return Promise.resolve(lamp.done);
    },
    close: () => Promise.resolve(),
  };
  const outputs = new Outputs({
    ...{ clock, logger: new RecordingLogger(), isReal: true, door: () => 'North' },
    ...{ hid: null, broker: () => null, authorizationOf: () => null },
    fetch: () => Promise.reject(new Error('nobody is there')),
    settings: () => [LAMP],
    openDevice: () => device,
    faultyInputs: { has: () => false, note: () => undefined, forget: () => undefined },
    onChange: () => undefined,
    onClosed: () => Promise.resolve(),
  });
  outputs.start();
  onTestFinished(() => outputs.stop());
  /** Lets a command that is given in a turn of its own be carried out. */
  const pass = async (ms: number) => {
    await new Promise(setImmediate);
    await clock.advance(ms);
    await new Promise(setImmediate);
    await clock.advance(0);
  };
  return { outputs, lamp, pass, clock };
}

const { helpAgain } = OUTPUT_TIMINGS;

/** A lamp that has not taken the first call, which its guest has taken back since. */
async function calledInVain() {
  const opened = openLamp();
  const call = { stands: true };
  opened.outputs.callForHelp(1, () => call.stands);
  await opened.pass(0);
  call.stands = false;
  await opened.pass(helpAgain);
  expect(opened.lamp.told).toEqual(['help']);
  const callAgain = async (number: number) => {
    call.stands = true;
    opened.outputs.callForHelp(number, () => call.stands);
    await opened.pass(0);
  };
  return { ...opened, callAgain };
}

test('a call that the lamp did not take is given to it until it does: the guest was told to wait', async () => {
  const { outputs, lamp, pass } = openLamp();
  outputs.callForHelp(1, () => true);
  await pass(0);
  await pass(helpAgain - 1);
  expect(lamp.told).toEqual(['help']);
  await pass(1);
  expect(lamp.told).toEqual(['help', 'help']);
  lamp.done = ok(null);
  await pass(helpAgain);
  expect(lamp.told).toEqual(['help', 'help', 'help']);
  await pass(helpAgain * 10);
  expect(lamp.told, 'it has it').toHaveLength(3);
});

test('and no longer than the call stands, nor after the door’s end', async () => {
  const { outputs, lamp, pass, clock, callAgain } = await calledInVain();
  await callAgain(2);
  expect(lamp.told).toHaveLength(2);
  await outputs.stop();
  await pass(helpAgain);
  expect(lamp.told).toHaveLength(2);
  expect(clock.waiting, 'nothing waits for a lamp that is gone').toBe(0);
});

test('a call that a verdict has pushed out comes after it', async () => {
  const { outputs, lamp, pass } = openLamp();
  lamp.done = ok(null);
  outputs.callForHelp(1, () => true);
  outputs.follow({ kind: 'reject', basis: 'platform', entryId: 'one' });
  await pass(0);
  expect(lamp.told).toEqual(['reject']);
  await pass(50);
  await pass(helpAgain);
  expect(lamp.told).toEqual(['reject', 'help']);
});

test('one failure takes nobody the button: how else would the lamp be found to work again?', async () => {
  const { outputs, pass } = openLamp();
  expect(outputs.reachFor('help')).toBe(true);
  outputs.callForHelp(1, () => true);
  await pass(0);
  expect(outputs.state()[0]?.condition.type).toBe('failing');
  expect(outputs.reachFor('help')).toBe(true);
});

test('a guest who takes the call back and makes it again is not forgotten by a lamp that had not taken it', async () => {
  const { lamp, pass, callAgain } = await calledInVain();
  lamp.done = ok(null);
  await callAgain(1);
  expect(lamp.told).toEqual(['help', 'help']);
  // It has it now, and whoever plays with the button rings nobody.
  await callAgain(1);
  await pass(helpAgain);
  expect(lamp.told).toHaveLength(2);
  await callAgain(2);
  expect(lamp.told).toHaveLength(3);
});
