import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nodeHidPort } from '#main/scanners/hid/node-hid-port.ts';
import { HidSource } from '#main/scanners/hid/source.ts';
import { systemClock } from '#main/system-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { VirtualHid } from '#tests/support/uhid.ts';
import {
  keyboardDescriptor,
  report,
  reportsOf,
  scannerDescriptor,
} from '#tests/main/scanners/hid/reports.ts';

const lacking = !existsSync('/dev/uhid');
if (lacking && process.env['HID_VM'] === '1') throw new Error('No /dev/uhid where one has to be.');

const PATIENCE = { timeout: 20_000, interval: 20 };
let source: HidSource;
let read: string[];
const plugged = new Set<VirtualHid>();

function plugIn(name: string, descriptor = scannerDescriptor('one-byte-count')): VirtualHid {
  const device = new VirtualHid(name, descriptor);
  plugged.add(device);
  return device;
}

function unplug(device: VirtualHid): void {
  plugged.delete(device);
  device.unplug();
}

function start(): void {
  read = [];
  source = new HidSource(nodeHidPort(), {
    clock: systemClock,
    logger: new RecordingLogger(),
    onReading: ({ code, device }) => read.push(`${device}: ${code}`),
    onChange: () => undefined,
  });
  source.start();
}

const becomes = (...states: string[]) =>
  expect
    .poll(() => source.health().map(({ name, state }) => `${name}: ${state.type}`), PATIENCE)
    .toEqual(states);
const reads = (codes: readonly string[]) => expect.poll(() => read, PATIENCE).toEqual(codes);

describe.skipIf(lacking)(`virtual scanners${lacking ? ' (no /dev/uhid here)' : ''}`, () => {
  beforeEach(start);
  afterEach(async () => {
    await source.stop();
    for (const device of plugged) unplug(device);
  });

  test.each(['one-byte-count', 'two-byte-count'] as const)(
    'with a %s: codes of one to nine parts are read, in order',
    async (layout) => {
      const device = plugIn('Long', scannerDescriptor(layout));
      await becomes('Long: ready');
      const codes = Array.from({ length: 9 }, (_, part) => `${part}`.repeat(56 * (part + 1) - 1));
      for (const code of codes) device.send(reportsOf(layout, code));
      await reads(codes.map((code) => `Long: ${code}`));
    },
  );

  test('unplugged in the middle of a code, and plugged in again', async () => {
    const device = plugIn('Away');
    await becomes('Away: ready');
    device.send([report('one-byte-count', 'HALF', { goesOn: true })]);
    unplug(device);
    await becomes('Away: gone');
    const again = plugIn('Away');
    await becomes('Away: ready');
    again.send(reportsOf('one-byte-count', 'WHOLE'));
    await reads(['Away: WHOLE']);
  });

  test('two at once, and a keyboard of the same maker beside them', async () => {
    const one = plugIn('Twin');
    const other = plugIn('Twin');
    plugIn('Keyboard', keyboardDescriptor);
    await becomes('Twin: ready', 'Twin (2): ready');
    one.send(reportsOf('one-byte-count', 'ONE'));
    other.send(reportsOf('one-byte-count', 'OTHER'));
    await expect
      .poll(() => read.map((line) => line.split(': ')[1]).sort(), PATIENCE)
      .toEqual(['ONE', 'OTHER']);
    expect(new Set(read.map((line) => line.split(': ')[0])).size).toBe(2);
  });

  test('no permission is said, and over as soon as it is given', async () => {
    const device = plugIn('Denied');
    // Before the scanner is found, the kiosk is an ordinary user.
    process.seteuid?.(65_534);
    try {
      await becomes('Denied: no-permission');
    } finally {
      process.seteuid?.(0);
    }
    await becomes('Denied: ready');
    device.send(reportsOf('one-byte-count', 'GRANTED'));
    await reads(['Denied: GRANTED']);
  });

  test('another program reads along on Linux; nothing is lost', async () => {
    const device = plugIn('Shared');
    await becomes('Shared: ready');
    const other = nodeHidPort();
    const onReport = vi.fn();
    const listed = await other.list();
    const path = listed.ok ? listed.value.find(({ name }) => name.includes('Shared'))?.path : '';
    const opened = await other.open(path ?? '', { onReport, onLost: () => undefined });
    device.send(reportsOf('one-byte-count', 'BOTH'));
    await reads(['Shared: BOTH']);
    await expect.poll(() => onReport.mock.calls.length, PATIENCE).toBe(1);
    if (opened.ok) await opened.value.close();
  });

  test('10 codes per second: none lost, none out of order, none merged', async () => {
    const device = plugIn('Rush');
    await becomes('Rush: ready');
    const codes = Array.from({ length: 50 }, (_, at) => `${at}-`.padEnd(80, 'x'));
    codes.forEach((code, at) =>
      systemClock.after(at * 100, () => device.send(reportsOf('one-byte-count', code))),
    );
    await reads(codes.map((code) => `Rush: ${code}`));
  });
});
