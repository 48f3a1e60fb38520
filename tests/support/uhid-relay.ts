import { VirtualHid } from './uhid.ts';

const VENDOR = 0x16c0;
const PRODUCT = 0x05df;
/** How often it looks for what it was told, in milliseconds: nothing wakes it. */
const LOOK_EVERY = 1;

/** Switches a relay on. */
const ON = 0xff;
/** The most relays that such a card has. */
const RELAYS = 8;
/** What it calls itself, in five letters. */
export const RELAY_SERIAL = 'USHER';
/** Its report: those letters, and in the last byte a bit for each relay that is on. */
const REPORT_SIZE = 8;

/** One feature report of eight bytes, without a number: all that such a card has. */
const DESCRIPTOR = Uint8Array.from([
  ...[0x06, 0x00, 0xff, 0x09, 0x01, 0xa1, 0x01],
  ...[0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x08, 0x09, 0x00, 0xb2, 0x02, 0x01, 0xc0],
]);

/** A relay card in user space, as those that call themselves USBRelay are. */
export class VirtualRelay {
  /** What it was told, oldest first: on or off, and which of its relays. */
  readonly told: (readonly number[])[] = [];
  readonly #device: VirtualHid;
  readonly #looking: NodeJS.Timeout;
  #isPluggedIn = true;

  /** @param onTold called with each command as it is seen, which is after it was given */
  constructor(name: string, onTold: (told: readonly number[]) => void = () => undefined) {
    this.#device = new VirtualHid(name, DESCRIPTOR, VENDOR, '', PRODUCT);
    this.#looking = setInterval(() => {
      const reports = this.#device.takeReports((since) => this.#stateAfter(since));
      for (const told of reports.map(commandIn)) {
        this.told.push(told);
        onTold(told);
      }
    }, LOOK_EVERY);
  }

  unplug(): void {
    if (!this.#isPluggedIn) return;
    this.#isPluggedIn = false;
    clearInterval(this.#looking);
    this.#device.unplug();
  }

  /** Its report, when it has been told this as well. */
  #stateAfter(since: readonly Buffer[]): Uint8Array {
    const told = [...this.told, ...since.map(commandIn)];
    const relays = Array.from({ length: RELAYS }, (_, place) => place + 1);
    const on = relays.filter((one) => told.findLast(([, relay]) => relay === one)?.[0] === ON);
    const report = Buffer.alloc(REPORT_SIZE);
    report.write(RELAY_SERIAL);
    report[REPORT_SIZE - 1] = on.reduce((bits, relay) => bits | (1 << (relay - 1)), 0);
    return report;
  }
}

/** What a report tells: in front of it stands its number, and the rest is nothing. */
function commandIn(report: Buffer): readonly number[] {
  return [...report.subarray(1, 3)];
}
