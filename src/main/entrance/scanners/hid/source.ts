import type { ScannerHealth } from '#shared/model/scanner.ts';
import type { Feedback } from '../feedback.ts';
import type { ScannerSource, ScannerSourcePorts } from '../source.ts';
import { identityOf, nameOf, scannersAmong } from './found.ts';
import type { HidDevice, HidPort } from './port.ts';
import { HidScanner } from './scanner.ts';

/**
 * How often the system is asked for its devices, in milliseconds: not every system reports changes.
 */
export const LIST_EVERY = 2000;
/**
 * The most scanners that are used: a defective device may claim to be more, or a new one each time.
 */
export const MOST_SCANNERS = 32;

/** All HID POS scanners: found, opened, watched, and opened again. */
export class HidSource implements ScannerSource {
  readonly #hid: HidPort;
  readonly #ports: ScannerSourcePorts;
  readonly #scanners: HidScanner[] = [];
  #running = false;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #openAgain = false;
  #listed = true;
  #endWatch = (): void => undefined;
  #callOff = (): unknown => undefined;

  constructor(hid: HidPort, ports: ScannerSourcePorts) {
    this.#hid = hid;
    this.#ports = ports;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#endWatch = this.#hid.watch(() => this.#look());
    this.#look();
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.#endWatch();
    this.#callOff();
    await this.#looking;
    await Promise.all(this.#scanners.map((scanner) => scanner.close()));
  }

  health(): readonly ScannerHealth[] {
    return this.#scanners.map((scanner) => scanner.health());
  }

  feedbackOf(id: string): Feedback | null {
    return this.#scanners.find((scanner) => scanner.id === id)?.feedback ?? null;
  }

  forget(id: string): void {
    const at = this.#scanners.findIndex((scanner) => scanner.id === id && scanner.path === null);
    if (at === -1) return;
    this.#scanners.splice(at, 1);
    this.#ports.onChange();
  }

  resume(): void {
    this.#openAgain = true;
    this.#look();
  }

  /** Lists the devices now; if this is requested again meanwhile, once more afterwards. */
  #look(): void {
    if (!this.#running) return;
    this.#lookAgain = true;
    this.#looking ??= this.#lookWhileAsked().finally(() => {
      this.#looking = null;
      if (this.#running) this.#wait();
    });
  }

  #wait(): void {
    const pause = this.#lookAgain ? 0 : LIST_EVERY;
    this.#callOff = this.#ports.clock.after(pause, () => this.#look());
  }

  async #lookWhileAsked(): Promise<void> {
    this.#callOff();
    while (this.#lookAgain && this.#running) {
      this.#lookAgain = false;
      if (this.#openAgain) await Promise.all(this.#scanners.map((scanner) => scanner.close()));
      this.#openAgain = false;
      await this.#lookOnce();
    }
  }

  async #lookOnce(): Promise<void> {
    const devices = await this.#hid.list();
    if (devices.ok !== this.#listed) {
      this.#listed = devices.ok;
      if (!devices.ok) this.#ports.logger.error('No list of devices', { detail: devices.error });
    }
    if (!devices.ok) return;
    const { scanners, keyboards } = scannersAmong(devices.value);
    const here = new Set([...scanners, ...keyboards].map(({ path }) => path));
    const away = this.#scanners.filter(({ path }) => path !== null && !here.has(path));
    await Promise.all(away.map((scanner) => scanner.lose()));
    for (const device of scanners) {
      const scanner = this.#scannerOf(device);
      if (scanner === null) continue;
      if (scanner.isOpen) await scanner.lookAtPower();
      else await scanner.open(device);
    }
    for (const device of keyboards) this.#scannerOf(device)?.typesAsKeyboard(device.path);
  }

  /**
   * Returns the scanner that is plugged in there or was before, or a new one; null if there are too
   * many.
   */
  #scannerOf(device: HidDevice): HidScanner | null {
    const identity = identityOf(device);
    const same = this.#scanners.filter((scanner) => scanner.identity === identity);
    const known =
      same.find(({ path }) => path === device.path) ?? same.find(({ path }) => path === null);
    if (known !== undefined) return known;
    if (!this.#hasRoom()) return null;
    const scanner = new HidScanner(
      { identity, id: this.#freeId(identity), name: this.#freeName(device) },
      this.#hid,
      this.#ports,
    );
    this.#scanners.push(scanner);
    return scanner;
  }

  /**
   * Whether there is room for another scanner; if necessary the oldest disconnected one is
   * forgotten.
   */
  #hasRoom(): boolean {
    if (this.#scanners.length < MOST_SCANNERS) return true;
    const gone = this.#scanners.findIndex(({ path }) => path === null);
    if (gone !== -1) this.#scanners.splice(gone, 1);
    return gone !== -1;
  }

  #freeId(identity: string): string {
    const taken = this.#scanners.map(({ id }) => id);
    return firstFree(taken, (number) => `hid:${identity}:${number}`);
  }

  /** Returns a unique name: further scanners of the same name get a number. */
  #freeName(device: HidDevice): string {
    const name = nameOf(device);
    const taken = this.#scanners.map((scanner) => scanner.health().name);
    return firstFree(taken, (number) => (number === 1 ? name : `${name} (${number})`));
  }
}

function firstFree(taken: readonly string[], nth: (number: number) => string): string {
  let number = 1;
  while (taken.includes(nth(number))) number += 1;
  return nth(number);
}
