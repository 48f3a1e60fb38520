import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Output } from '#main/entrance/outputs/output.ts';
import { relayDevice } from '#main/entrance/outputs/relay-device.ts';
import { OUTPUT_TIMINGS } from '#main/entrance/outputs/timings.ts';
import { nodeHidPort } from '#main/entrance/scanners/hid/node-hid-port.ts';
import { systemClock } from '#main/base/system-clock.ts';
import type { OutputSetting } from '#shared/model/output.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { measureRelay } from '#tests/bench/outputs.ts';
import { RELAY_SERIAL, VirtualRelay } from '#tests/support/uhid-relay.ts';
import { lacking, PATIENCE } from './rig.ts';

/** Debian's, and not ours; in the virtual machine it has to be there. */
const lacksTool =
  process.env['HID_VM'] !== '1' && spawnSync('usbrelay', ['--version']).error !== undefined;
const run = promisify(execFile);

/** Has the tool do that; returns what it says of the relays that it sees, each in a line. */
async function usbrelay(...what: string[]): Promise<readonly string[]> {
  const { stdout } = await run('usbrelay', what);
  return stdout.trim().split('\n');
}

const WAY = { type: 'relay', channel: 2 } as const;
const ON = [0xff, 2];
const OFF = [0xfd, 2];

/** Plugs a card in, at the latest until the test ends. */
function plugInCard(name = 'USBRelay2') {
  const card = new VirtualRelay(name);
  onTestFinished(() => card.unplug());
  return card;
}

/** A gate on the first card that the kernel has. */
function gate(pulse: number) {
  const setting: OutputSetting = {
    ...{ name: 'Gate', purpose: 'gate', follows: ['admit'], pulse, way: WAY },
  };
  const output = new Output(setting, {
    ...{ clock: systemClock, logger: new RecordingLogger(), door: () => 'Foyer' },
    // A virtual machine may be slow.
    timings: { ...OUTPUT_TIMINGS, command: 10_000, latest: 20_000, again: 200 },
    device: relayDevice(WAY, nodeHidPort()),
    onChange: () => undefined,
    isInputFaulty: false,
    onFaultyInput: () => undefined,
  });
  output.start();
  onTestFinished(() => output.stop());
  const become = (condition: object) =>
    expect.poll(() => output.state.condition, PATIENCE).toMatchObject(condition);
  return { output, become };
}

describe.skipIf(lacking !== null)('a virtual relay card', () => {
  test('is found among others, switched on for the pulse, and off', async () => {
    const lamp = plugInCard('Somebody LED');
    const card = plugInCard();
    const { output, become } = gate(100);
    await become({ type: 'ready' });
    await expect.poll(() => card.told, PATIENCE).toEqual([OFF]);
    output.command({ verdict: 'admit' });
    await expect.poll(() => card.told, PATIENCE).toEqual([OFF, ON, OFF]);
    expect(output.state).toMatchObject({ commands: 1, dropped: 0 });
    expect(lamp.told).toEqual([]);
  });

  test('that is pulled out in the middle of a pulse is said to be gone, and switched off when it is back', async () => {
    const card = plugInCard();
    const { output, become } = gate(1_000);
    await become({ type: 'ready' });
    output.command({ verdict: 'admit' });
    await expect.poll(() => card.told.at(-1), PATIENCE).toEqual(ON);
    card.unplug();
    await become({ type: 'failing', why: 'gone' });
    const again = plugInCard();
    await expect.poll(() => again.told, PATIENCE).toEqual([OFF]);
    await become({ type: 'ready' });
    output.command({ verdict: 'admit' });
    await expect.poll(() => again.told, PATIENCE).toEqual([OFF, ON, OFF]);
  });

  test.skipIf(lacksTool)(
    'is to the usbrelay tool what it is to the kiosk, on and off',
    async () => {
      const card = plugInCard();
      const { output, become } = gate(60_000);
      await become({ type: 'ready' });
      expect(await usbrelay()).toEqual([`${RELAY_SERIAL}_1=0`, `${RELAY_SERIAL}_2=0`]);
      output.command({ verdict: 'admit' });
      await expect.poll(() => card.told.at(-1), PATIENCE).toEqual(ON);
      expect(await usbrelay()).toEqual([`${RELAY_SERIAL}_1=0`, `${RELAY_SERIAL}_2=1`]);
      const before = card.told.length;
      await usbrelay(`${RELAY_SERIAL}_2=0`);
      await expect.poll(() => card.told.slice(before), PATIENCE).toEqual([OFF]);
    },
  );

  test('is measured beside a bare client', async () => {
    const figures = await measureRelay(5);
    expect(figures.map(({ what }) => what.split(', ').at(-1))).toEqual(['p50', 'p99']);
    for (const { ours, bare } of figures) {
      expect(ours).toBeGreaterThan(0);
      expect(bare).toBeGreaterThan(0);
    }
  });
});
