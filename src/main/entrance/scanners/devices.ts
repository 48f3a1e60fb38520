import type { Clock, Logger } from '#main/base/ports.ts';
import { withTimeout } from '#main/base/with-timeout.ts';
import type { ScannerHealth, SerialSetting } from '#shared/model/scanner.ts';
import type { Feedback } from './feedback.ts';
import type { HidPort } from './hid/port.ts';
import { HidSource } from './hid/source.ts';
import { rateLimitedLogger } from './rate-limited-logger.ts';
import { createSerialSource } from './serial/source.ts';
import type { ScannerSource, ScannerSourcePorts } from './source.ts';

/** How long the kiosk waits at its end for devices to be closed, in milliseconds. */
const LAST_DEVICES = 1_000;

export interface DevicesPorts extends Omit<ScannerSourcePorts, 'logger'> {
  /** Null on machines without support for HID devices. */
  readonly hid: HidPort | null;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Which serial scanners are set up. */
  readonly serial: () => readonly SerialSetting[];
}

/** The scanners that are devices of their own: over USB (HID) and at serial ports. */
export class ScannerDevices {
  readonly #ports: DevicesPorts;
  readonly #hid: ScannerSource | null;
  #serial: ScannerSource;
  #isRunning = false;
  #replacing: Promise<void> = Promise.resolve();

  constructor(ports: DevicesPorts) {
    this.#ports = ports;
    this.#hid = ports.hid && new HidSource(ports.hid, this.#sourcePorts('hid'));
    this.#serial = this.#serialSource();
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  start(): void {
    this.#isRunning = true;
    for (const source of this.#all()) source.start();
  }

  /**
   * Stops reading. No code is reported after this call; resolves when all devices are closed, or
   * after {@link LAST_DEVICES}.
   */
  async stop(): Promise<void> {
    this.#isRunning = false;
    const closed = Promise.all([this.#replacing, ...this.#all().map((source) => source.stop())]);
    await withTimeout(this.#ports.clock, LAST_DEVICES, closed, undefined);
  }

  /** Called when the machine has slept. */
  resume(): void {
    for (const source of this.#all()) source.resume();
  }

  health(): readonly ScannerHealth[] {
    return this.#all().flatMap((source) => source.health());
  }

  /** What shows verdicts at a scanner, by the id of its health; null: nothing does now. */
  feedbackOf(id: string): Feedback | null {
    return this.#all().reduce<Feedback | null>((found, each) => found ?? each.feedbackOf(id), null);
  }

  /** Removes a disconnected scanner from the list: it is not expected back. */
  forget(id: string): void {
    for (const source of this.#all()) source.forget(id);
  }

  /** Closes the serial ports that were configured, and opens those that are configured now. */
  async replaceSerial(): Promise<void> {
    this.#replacing = this.#replacing.then(async () => {
      await this.#serial.stop();
      this.#serial = this.#serialSource();
      if (this.#isRunning) this.#serial.start();
    });
    await this.#replacing;
  }

  #all(): readonly ScannerSource[] {
    return this.#hid === null ? [this.#serial] : [this.#hid, this.#serial];
  }

  #serialSource(): ScannerSource {
    return createSerialSource(this.#ports.serial(), this.#sourcePorts('serial'));
  }

  #sourcePorts(scope: string): ScannerSourcePorts {
    const { clock, logger } = this.#ports;
    return { ...this.#ports, logger: rateLimitedLogger(logger.scope(scope), clock) };
  }
}
