import { VirtualHid } from './uhid.ts';

const VENDOR = 0x16c0;
const PRODUCT = 0x05df;
/** How often it looks for what it was told, in milliseconds: nothing wakes it. */
const LOOK_EVERY = 1;

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
      // In front of a report stands its number, and the rest is nothing.
      for (const report of this.#device.takeReports()) {
        const told = [...report.subarray(1, 3)];
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
}
