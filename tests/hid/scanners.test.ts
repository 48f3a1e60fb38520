import { open, readdir, readlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { nodeHidPort } from '#main/entrance/scanners/hid/node-hid-port.ts';
import {
  keyboardDescriptor,
  report,
  reportsOf,
  scannerDescriptor,
} from '#tests/main/entrance/scanners/hid/reports.ts';
import { lacking, PATIENCE, plugIn, scannersOfKiosk } from './rig.ts';

const codeOf = (text: string) => reportsOf('one-byte-count', text);
const half = [report('one-byte-count', 'HALF', { goesOn: true })];

/** Where a device is, by its name. */
async function pathOf(name: string): Promise<string> {
  const devices = await nodeHidPort().list();
  if (!devices.ok) throw new Error(devices.error);
  return devices.value.find((device) => device.name.includes(name))?.path ?? '';
}

/** The HID devices that this process has open. */
async function openedHere(): Promise<readonly string[]> {
  const files = await readdir('/proc/self/fd');
  const paths = await Promise.all(
    files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith('/dev/hidraw'));
}

describe.skipIf(lacking !== null)('virtual scanners', () => {
  test.each(['one-byte-count', 'two-byte-count', 'without-identifier'] as const)(
    '%s: found, opened, and codes of one to nine parts are taken in, in order',
    async (layout) => {
      const kiosk = scannersOfKiosk();
      const device = plugIn('Long', scannerDescriptor(layout));
      await kiosk.become('Long: ready');
      const codes = Array.from({ length: 9 }, (_, part) => `${part}`.repeat(56 * (part + 1) - 1));
      for (const code of codes) await device.send(reportsOf(layout, code));
      await kiosk.take(...codes.map((code) => `Long: ${code}`));
    },
  );

  test('what makes codes hard is passed on exactly', async () => {
    const kiosk = scannersOfKiosk();
    const device = plugIn('Exact');
    await kiosk.become('Exact: ready');
    const codes = [
      '00 12  3 x',
      '\u001d0109501101530003\u001d17261121',
      'aB\u20ac',
      '7'.repeat(4096),
    ];
    for (const code of codes) await device.send(codeOf(`${code}\r\n`));
    // A leading FNC1 only says that the symbol is of GS1.
    const taken = codes.map((code) => (code.startsWith('\u001d') ? code.slice(1) : code));
    await kiosk.take(...taken.map((code) => `Exact: ${code}`));
  });

  test('a code over 4,096 characters is refused, and the next one taken in', async () => {
    const kiosk = scannersOfKiosk();
    const device = plugIn('Endless');
    await kiosk.become('Endless: ready');
    await device.send(codeOf('7'.repeat(4097)));
    await kiosk.miss('too-long');
    await device.send(codeOf('AFTER'));
    await kiosk.take('Endless: AFTER');
  });

  test('unplugged in the middle of a code, which is said; plugged in again, it is the same one', async () => {
    const kiosk = scannersOfKiosk();
    const device = plugIn('Away');
    await kiosk.become('Away: ready');
    // What is still in the kernel's hands when the device goes is lost: so its first part comes first.
    kiosk.scanners.try(true);
    await device.send(half);
    await expect.poll(() => kiosk.scanners.state().trial?.arrivals.length, PATIENCE).toBe(1);
    kiosk.scanners.try(false);
    device.unplug();
    await kiosk.become('Away: gone');
    await kiosk.miss('garbled');
    const again = plugIn('Away');
    await kiosk.become('Away: ready');
    await again.send(codeOf('WHOLE'));
    await kiosk.take('Away: WHOLE');
    expect(kiosk.scanners.state().all).toMatchObject([{ codes: 1, garbled: 1 }]);
  });

  test('one that is gone can be forgotten', async () => {
    const kiosk = scannersOfKiosk();
    const device = plugIn('Sold');
    await kiosk.become('Sold: ready');
    const id = kiosk.scanners.state().all[0]?.id ?? '';
    kiosk.scanners.forget(id);
    await kiosk.become('Sold: ready');
    device.unplug();
    await kiosk.become('Sold: gone');
    kiosk.scanners.forget(id);
    await kiosk.become();
  });

  test('a half code is given up, and said, when its next part does not come', async () => {
    const kiosk = scannersOfKiosk();
    const device = plugIn('Half');
    await kiosk.become('Half: ready');
    await device.send(half);
    await kiosk.miss('garbled');
    await device.send(codeOf('NEXT'));
    await kiosk.take('Half: NEXT');
  });

  test('two of one model are named apart, and their codes do not mix', async () => {
    const kiosk = scannersOfKiosk();
    const devices = [plugIn('Twin'), plugIn('Twin')];
    await kiosk.become('Twin: ready', 'Twin (2): ready');
    const codes = devices.map((_, at) => codeOf(`${at}`.repeat(100)));
    for (const part of [0, 1]) {
      await Promise.all(
        devices.map((device, at) => device.send(codes[at]?.slice(part, part + 1) ?? [])),
      );
    }
    await expect
      .poll(() => kiosk.scans.map(({ code }) => code).sort(), PATIENCE)
      .toEqual(['0'.repeat(100), '1'.repeat(100)]);
    expect(new Set(kiosk.scans.map(({ device }) => device))).toEqual(new Set(['Twin', 'Twin (2)']));
  });

  test('a keyboard beside them is none of ours; a scanner that poses as one is said to', async () => {
    const kiosk = scannersOfKiosk();
    const keyboard = plugIn('Keyboard', keyboardDescriptor, 0x046d);
    const posing = plugIn('Posing', keyboardDescriptor, 0x05e0);
    const device = plugIn('Scanner');
    await expect
      .poll(
        () =>
          kiosk.scanners
            .state()
            .all.map((one) => `${one.name}: ${one.state.type}`)
            .sort(),
        PATIENCE,
      )
      .toEqual(['Posing: keyboard-mode', 'Scanner: ready']);
    for (const one of [keyboard, posing]) {
      await one.send([Uint8Array.of(0, 0, 4, 0, 0, 0, 0, 0), new Uint8Array(8)]);
    }
    await device.send(codeOf('CODE'));
    await kiosk.take('Scanner: CODE');
  });

  test('no permission is said, with the maker for the udev rule, and over as soon as it is given', async () => {
    const device = plugIn('Denied');
    // From before the scanner is found the kiosk is an ordinary user.
    process.seteuid?.(65_534);
    const kiosk = scannersOfKiosk();
    try {
      await kiosk.become('Denied: no-permission');
    } finally {
      process.seteuid?.(0);
    }
    expect(kiosk.scanners.state().all).toMatchObject([
      { state: { type: 'no-permission', vendor: '0c2e' } },
    ]);
    await kiosk.become('Denied: ready');
    await device.send(codeOf('GRANTED'));
    await kiosk.take('Denied: GRANTED');
  });

  test('opened by another program, which reads along on Linux: nothing is lost', async () => {
    const device = plugIn('Shared');
    await expect.poll(() => pathOf('Shared'), PATIENCE).not.toBe('');
    const other = await open(await pathOf('Shared'));
    try {
      const kiosk = scannersOfKiosk();
      await kiosk.become('Shared: ready');
      await device.send(codeOf('BOTH'));
      await kiosk.take('Shared: BOTH');
      const { buffer } = await other.read(Buffer.alloc(64));
      expect(buffer.toString('latin1')).toContain('BOTH');
    } finally {
      await other.close();
    }
  });

  test('one that sends what nobody can read is unreadable until it sends a code', async () => {
    const kiosk = scannersOfKiosk();
    const device = plugIn('Garbage');
    await kiosk.become('Garbage: ready');
    const garbage = Uint8Array.from({ length: 64 }, (_, at) => (at === 0 ? 2 : 0xff));
    // Its last bit says that more comes: what follows within 500 ms is thrown away with it.
    garbage[63] = 0;
    await device.send([garbage, garbage, garbage]);
    await kiosk.become('Garbage: unreadable');
    await kiosk.miss('garbled');
    await device.send(codeOf('GOOD'));
    await kiosk.become('Garbage: ready');
    await kiosk.take('Garbage: GOOD');
  });

  test('reports with other ids are nothing that went wrong', async () => {
    const kiosk = scannersOfKiosk();
    const device = plugIn('Status');
    await kiosk.become('Status: ready');
    const [first = new Uint8Array(), second = new Uint8Array()] = codeOf('s'.repeat(80));
    const status = Uint8Array.from({ length: 64 }, () => 0xf0);
    await device.send([status, first, status, second, status]);
    await kiosk.take(`Status: ${'s'.repeat(80)}`);
    expect(kiosk.scanners.state()).toMatchObject({ all: [{ codes: 1, garbled: 0 }], missed: null });
  });

  test('while scanners are tried, bytes and codes are shown, and nothing is taken in', async () => {
    const kiosk = scannersOfKiosk();
    const device = plugIn('Tried');
    await kiosk.become('Tried: ready');
    kiosk.scanners.try(true);
    const sent = codeOf('TRIAL');
    await device.send(sent);
    await expect
      .poll(() => kiosk.scanners.state().trial?.arrivals, PATIENCE)
      .toMatchObject([
        { type: 'bytes', device: 'Tried', hex: Buffer.concat(sent).toString('hex') },
        { type: 'code', device: 'Tried', code: 'TRIAL', symbology: 'C0' },
      ]);
    kiosk.scanners.try(false);
    await device.send(codeOf('TICKET'));
    await kiosk.take('Tried: TICKET');
  });

  test('after the machine has slept a scanner is opened anew', async () => {
    const kiosk = scannersOfKiosk();
    const device = plugIn('Slept');
    await kiosk.become('Slept: ready');
    const letGo = () => kiosk.logger.lines.filter((line) => line.includes('let go of')).length;
    expect(letGo()).toBe(0);
    kiosk.scanners.resume();
    await expect.poll(letGo, PATIENCE).toBe(1);
    await expect.poll(() => openedHere(), PATIENCE).toEqual([await pathOf('Slept')]);
    await device.send(codeOf('AWAKE'));
    await kiosk.take('Slept: AWAKE');
  });
});
