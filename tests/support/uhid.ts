import { accessSync, closeSync, constants, openSync, writeSync } from 'node:fs';

const DESTROY = 1;
const CREATE = 11;
const INPUT = 12;
const BUS_USB = 3;
/** Sizes of the fields of the kernel's `struct uhid_create2_req` (linux/uhid.h), behind the event's type. */
const NAME = 128;
const PHYSICAL = 64;
const SERIAL = 64;
const NUMBERS = 2 + 2 + 4 * 4;
const DESCRIPTOR = 4096;

/** Why no virtual device can be made, or none be opened, here; null where it can. */
export function whyNoVirtualHid(): string | null {
  if (process.geteuid?.() !== 0) return 'only root may make virtual devices, and open them';
  try {
    accessSync('/dev/uhid', constants.R_OK | constants.W_OK);
    return null;
  } catch {
    return 'there is no /dev/uhid here';
  }
}

/** A HID device made in user space: for the kernel, hidraw and node-hid it is a real one. */
export class VirtualHid {
  readonly #file: number;

  constructor(name: string, descriptor: Uint8Array, vendor = 0x0c2e, serial = '') {
    this.#file = openSync('/dev/uhid', constants.O_RDWR | constants.O_NONBLOCK);
    const event = Buffer.alloc(4 + NAME + PHYSICAL + SERIAL + NUMBERS + DESCRIPTOR);
    const numbers = 4 + NAME + PHYSICAL + SERIAL;
    event.writeUInt32LE(CREATE, 0);
    event.write(name, 4);
    event.write(serial, 4 + NAME + PHYSICAL);
    event.writeUInt16LE(descriptor.length, numbers);
    event.writeUInt16LE(BUS_USB, numbers + 2);
    event.writeUInt32LE(vendor, numbers + 4);
    event.writeUInt32LE(1, numbers + 8);
    event.set(descriptor, numbers + NUMBERS);
    writeSync(this.#file, event);
  }

  /** Sends input reports, each with its id first. */
  send(reports: readonly Uint8Array[]): void {
    for (const report of reports) {
      const event = Buffer.alloc(6 + report.length);
      event.writeUInt32LE(INPUT, 0);
      event.writeUInt16LE(report.length, 4);
      event.set(report, 6);
      writeSync(this.#file, event);
    }
  }

  unplug(): void {
    const event = Buffer.alloc(4);
    event.writeUInt32LE(DESTROY, 0);
    writeSync(this.#file, event);
    closeSync(this.#file);
  }
}
