import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The kernel's answer to how long a descriptor is. */
const IOCTL = join(import.meta.dirname, 'hidraw-ioctl.c');
const PRODUCT = '0001';

/** Why no HID device can be simulated here; null where it can. */
export function whyNoSimulatedHid(): string | null {
  if (process.platform !== 'linux') return 'only Linux has hidraw';
  const missing = ['umockdev-run', 'gcc'].find(
    (program) => spawnSync(program, ['--version']).status !== 0,
  );
  return missing === undefined ? null : `there is no ${missing} here`;
}

/**
 * The command by which Node runs this where {@link SimulatedHid} can be plugged in.
 *
 * @param folder keeps a library as long as it runs
 */
export function nodeWithSimulatedHid(folder: string, args: readonly string[]) {
  const library = join(folder, 'hidraw-ioctl.so');
  execFileSync('gcc', ['-shared', '-fPIC', '-o', library, IOCTL]);
  return {
    program: 'umockdev-run',
    args: ['--', process.execPath, ...args],
    env: { LD_PRELOAD: library },
  };
}

/**
 * A HID device as libudev, hidapi and node-hid find it in `/sys` and `/dev`, which are umockdev's for
 * this process; behind it is no driver, but a FIFO.
 */
export class SimulatedHid {
  static #plugged = 0;
  readonly #file: number;

  constructor(name: string, descriptor: Uint8Array, vendor = 0x0c2e) {
    const root = process.env['UMOCKDEV_DIR'];
    if (root === undefined) throw new Error('HID devices are simulated under umockdev-run alone');
    const number = SimulatedHid.#plugged;
    SimulatedHid.#plugged += 1;
    const node = join(root, 'dev', `hidraw${number}`);
    mkdirSync(dirname(node), { recursive: true });
    execFileSync('mkfifo', [node]);
    // Held open at both ends: whoever opens it does not wait, and it never ends.
    this.#file = openSync(node, constants.O_RDWR | constants.O_NONBLOCK);
    describe(join(root, 'sys'), number, name, descriptor, vendor);
  }

  /** Sends input reports. A FIFO keeps no bounds: those of one call may be read as one. */
  send(reports: readonly Uint8Array[]): void {
    for (const report of reports) writeSync(this.#file, report);
  }

  unplug(): void {
    closeSync(this.#file);
  }
}

/** Tells of it in sysfs as the kernel does: the USB device, its interface, the HID device, hidraw. */
function describe(
  sys: string,
  number: number,
  name: string,
  descriptor: Uint8Array,
  vendor: number,
): void {
  const maker = vendor.toString(16).padStart(4, '0').toUpperCase();
  const usb = join(sys, `devices/usb1/1-${number}`);
  const face = join(usb, `1-${number}:1.0`);
  const hid = join(face, `0003:${maker}:${PRODUCT}.000${number}`);
  const hidraw = join(hid, `hidraw/hidraw${number}`);
  const device = (path: string, subsystem: string, files: Record<string, string | Uint8Array>) => {
    mkdirSync(path, { recursive: true });
    link(join(path, 'subsystem'), join(sys, subsystem));
    for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content);
  };
  device(usb, 'bus/usb', {
    uevent: 'DEVTYPE=usb_device\n',
    idVendor: `${maker}\n`,
    manufacturer: 'Simulated\n',
    product: `${name}\n`,
  });
  device(face, 'bus/usb', { uevent: 'DEVTYPE=usb_interface\n', bInterfaceNumber: '00\n' });
  device(hid, 'bus/hid', {
    uevent: `HID_ID=0003:0000${maker}:0000${PRODUCT}\nHID_NAME=${name}\nHID_UNIQ=\n`,
    report_descriptor: descriptor,
  });
  device(hidraw, 'class/hidraw', {
    uevent: `MAJOR=245\nMINOR=${number}\nDEVNAME=hidraw${number}\n`,
  });
  link(join(hidraw, 'device'), hid);
  link(join(sys, 'class/hidraw', `hidraw${number}`), hidraw);
}

/** Relative, as those of sysfs are: an absolute one would lead out of umockdev's. */
function link(path: string, to: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), to), path);
}
