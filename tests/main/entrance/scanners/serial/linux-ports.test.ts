import { listLinuxPorts } from '#main/entrance/scanners/serial/linux-ports.ts';
import { listSerialPorts } from '#main/entrance/scanners/serial/list-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A root with these ttys; `device` is where the kernel has the device behind it. */
function machine(
  ttys: readonly {
    readonly name: string;
    readonly device?: string;
    readonly type?: string;
    readonly usb?: { readonly folder: string; readonly maker?: string; readonly product?: string };
    readonly byId?: string;
  }[],
): string {
  const root = temporaryFolder();
  mkdirSync(join(root, 'dev/serial/by-id'), { recursive: true });
  for (const { name, device, type, usb, byId } of ttys) {
    const tty = join(root, 'sys/class/tty', name);
    mkdirSync(tty, { recursive: true });
    writeFileSync(join(root, 'dev', name), '');
    if (type !== undefined) writeFileSync(join(tty, 'type'), `${type}\n`);
    if (byId !== undefined) symlinkSync(`../../${name}`, join(root, 'dev/serial/by-id', byId));
    if (device === undefined) continue;
    const place = join(root, 'sys/devices', device);
    mkdirSync(place, { recursive: true });
    symlinkSync(place, join(tty, 'device'));
    if (usb === undefined) continue;
    const folder = join(root, 'sys/devices', usb.folder);
    if (usb.maker !== undefined) writeFileSync(join(folder, 'manufacturer'), `${usb.maker}\n`);
    if (usb.product !== undefined) writeFileSync(join(folder, 'product'), `${usb.product}\n`);
  }
  return root;
}

test('a USB scanner is listed by its stable path and by its own name', async () => {
  const root = machine([
    {
      name: 'ttyACM0',
      device: 'pci0/usb1/1-2/1-2:1.0',
      usb: { folder: 'pci0/usb1/1-2', maker: 'Honeywell', product: 'Xenon 1900' },
      byId: 'usb-Honeywell_Xenon_1900-if00',
    },
  ]);
  expect(await listLinuxPorts(root)).toEqual([
    { path: '/dev/serial/by-id/usb-Honeywell_Xenon_1900-if00', name: 'Honeywell Xenon 1900' },
  ]);
});

test('a converter that has no stable path is listed by its device', async () => {
  const root = machine([
    {
      name: 'ttyUSB3',
      device: 'pci0/usb1/1-4/1-4:1.0/ttyUSB3',
      usb: { folder: 'pci0/usb1/1-4', product: 'USB Serial' },
    },
  ]);
  expect(await listLinuxPorts(root)).toEqual([{ path: '/dev/ttyUSB3', name: 'USB Serial' }]);
});

test('of the ports on the mainboard, those that exist are listed', async () => {
  const root = machine([
    { name: 'ttyS0', device: 'pnp0/00:05', type: '4' },
    { name: 'ttyS1', device: 'platform/serial8250', type: '0' },
  ]);
  expect(await listLinuxPorts(root)).toEqual([{ path: '/dev/ttyS0', name: null }]);
});

test('a Bluetooth port is listed, terminals are not', async () => {
  const root = machine([{ name: 'rfcomm0' }, { name: 'tty1' }, { name: 'ptmx' }]);
  expect(await listLinuxPorts(root)).toEqual([{ path: '/dev/rfcomm0', name: null }]);
});

test('a machine that shows none of it has no ports', async () => {
  expect(await listLinuxPorts(temporaryFolder())).toEqual([]);
});

test('this machine can be asked, whatever is installed on it', async () => {
  expect(Array.isArray(await listSerialPorts())).toBe(true);
});
