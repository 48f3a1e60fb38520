import { accessSync, closeSync, constants, openSync, readSync, writeSync } from 'node:fs';

const DESTROY = 1;
const OUTPUT = 6;
const GET_REPORT = 9;
const GET_REPORT_REPLY = 10;
const CREATE = 11;
const INPUT = 12;
const SET_REPORT = 13;
const SET_REPORT_REPLY = 14;
const BUS_USB = 3;
/** Sizes of the fields of the kernel's `struct uhid_create2_req` (linux/uhid.h), behind the event's type. */
const NAME = 128;
const PHYSICAL = 64;
const SERIAL = 64;
const NUMBERS = 2 + 2 + 4 * 4;
const DESCRIPTOR = 4096;
/** The most that is in one output report (`UHID_DATA_MAX`). */
const DATA = 4096;
/** The longest event of all: the one that makes a device. */
const EVENT = 4 + NAME + PHYSICAL + SERIAL + NUMBERS + DESCRIPTOR;

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

  constructor(name: string, descriptor: Uint8Array, vendor = 0x0c2e, serial = '', product = 1) {
    this.#file = openSync('/dev/uhid', constants.O_RDWR | constants.O_NONBLOCK);
    const event = Buffer.alloc(EVENT);
    const numbers = 4 + NAME + PHYSICAL + SERIAL;
    event.writeUInt32LE(CREATE, 0);
    event.write(name, 4);
    event.write(serial, 4 + NAME + PHYSICAL);
    event.writeUInt16LE(descriptor.length, numbers);
    event.writeUInt16LE(BUS_USB, numbers + 2);
    event.writeUInt32LE(vendor, numbers + 4);
    event.writeUInt32LE(product, numbers + 8);
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

  /**
   * Takes the reports that the device was told since the last time, each with its id first, and accepts them.
   *
   * @param report what it says of itself when it is asked for a report, which it may be between two of them
   */
  takeReports(report: ((told: readonly Buffer[]) => Uint8Array) | null = null): readonly Buffer[] {
    const reports: Buffer[] = [];
    for (let event = this.#next(); event !== null; event = this.#next()) {
      const type = event.readUInt32LE(0);
      if (type === GET_REPORT && report !== null) this.#answer(event, report(reports));
      // The report itself, and behind the room for it its size: nobody waits for an answer.
      if (type === OUTPUT) reports.push(event.subarray(4, 4 + event.readUInt16LE(4 + DATA)));
      if (type !== SET_REPORT) continue;
      // An id, the report's number and kind, its size, and then itself.
      reports.push(event.subarray(12, 12 + event.readUInt16LE(10)));
      const reply = Buffer.alloc(10);
      reply.writeUInt32LE(SET_REPORT_REPLY, 0);
      event.copy(reply, 4, 4, 8);
      writeSync(this.#file, reply);
    }
    return reports;
  }

  /** Gives the kernel the report that it asks for. */
  #answer(asked: Buffer, report: Uint8Array): void {
    const reply = Buffer.alloc(12 + report.length);
    reply.writeUInt32LE(GET_REPORT_REPLY, 0);
    asked.copy(reply, 4, 4, 8);
    reply.writeUInt16LE(report.length, 10);
    reply.set(report, 12);
    writeSync(this.#file, reply);
  }

  /** What the kernel says next; null: nothing. */
  #next(): Buffer | null {
    const event = Buffer.alloc(EVENT);
    try {
      return readSync(this.#file, event) > 0 ? event : null;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return null;
      throw error;
    }
  }

  unplug(): void {
    const event = Buffer.alloc(4);
    event.writeUInt32LE(DESTROY, 0);
    writeSync(this.#file, event);
    closeSync(this.#file);
  }
}
