import type { Clock, Logger } from '#main/base/ports.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import { withTimeout } from '#main/base/with-timeout.ts';
import type { Scan } from '#shared/model/scan.ts';
import type {
  MissedScan,
  MissReason,
  ScannerChannel,
  Scanners as ScannersState,
  SerialSetting,
} from '#shared/model/scanner.ts';
import type { Rhythm } from '#shared/wedge/rhythm.ts';
import type { WedgeSettings } from '#shared/wedge/settings.ts';
import { cleanCode } from './clean-code.ts';
import { Echoes } from './echoes.ts';
import { Floods } from './flood.ts';
import type { HidPort } from './hid/port.ts';
import { HidSource } from './hid/source.ts';
import { Keyboards } from './keyboards.ts';
import { throttle } from './throttle.ts';
import { rateLimitedLogger } from './rate-limited-logger.ts';
import { createSerialSource } from './serial/source.ts';
import type { Missed, RawBytes, Reading, ScannerSource, ScannerSourcePorts } from './source.ts';
import { Trial } from './trial.ts';

/** How long the end of the kiosk waits for devices to be closed, in milliseconds. */
const LAST_DEVICES = 1_000;

export interface ScannersPorts {
  /** Null where there are no HID devices to be had. */
  readonly hid: HidPort | null;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settingsFile: Pick<SettingsFile, 'read' | 'write'>;
  /** For so long after a code the same one on another channel is its echo, in milliseconds. */
  readonly repeatWindow: () => number;
  /** Takes a scan in, read at `readAt` on the steady clock. False: the door is closed. */
  readonly enter: (scan: Scan, readAt: number) => boolean;
  readonly onChange: () => void;
}

/** All scanners of the kiosk, whatever they are plugged into: where codes come from, and how they are. */
export class Scanners {
  readonly #ports: ScannersPorts;
  readonly #hid: ScannerSource | null;
  readonly #keyboards: Keyboards;
  readonly #echoes: Echoes;
  readonly #trial = new Trial();
  readonly #floods: Floods;
  /** A device can bring about more changes than there is time to tell of. */
  readonly #noteOfDevice: () => void;
  #serial: ScannerSource;
  #missed: MissedScan | null = null;
  #misses = 0;
  #running = false;
  #replacing: Promise<void> = Promise.resolve();

  constructor(ports: ScannersPorts) {
    this.#ports = ports;
    this.#floods = new Floods((scanner) =>
      ports.logger.warn('A scanner sends more than anybody could scan', { scanner }),
    );
    this.#noteOfDevice = throttle(ports.clock, ports.onChange);
    this.#hid = ports.hid && new HidSource(ports.hid, this.#sourcePorts('hid'));
    this.#serial = this.#serialSource();
    this.#keyboards = new Keyboards(ports.clock);
    this.#echoes = new Echoes(ports.repeatWindow);
  }

  start(): void {
    this.#running = true;
    for (const source of this.#sources()) source.start();
  }

  /** Nothing is read any more once this is called; comes when no device is open, bounded in time. */
  async stop(): Promise<void> {
    this.#running = false;
    const closed = Promise.all([
      this.#replacing,
      ...this.#sources().map((source) => source.stop()),
    ]);
    await withTimeout(this.#ports.clock, LAST_DEVICES, closed, undefined);
  }

  /** The machine has slept. */
  resume(): void {
    for (const source of this.#sources()) source.resume();
  }

  state(): ScannersState {
    const { wedge, wedgeRhythms, serialScanners } = this.#ports.settingsFile.read();
    return {
      all: [...this.#sources().flatMap((source) => source.health()), ...this.#keyboards.health()],
      wedge,
      rhythms: wedgeRhythms,
      serial: serialScanners,
      missed: this.#missed,
      trial: this.#trial.state(),
    };
  }

  /** A keyboard scanner typed this. Brings whether it was taken in. */
  typedByScanner(code: string): boolean {
    this.#keyboards.noteRead();
    this.#noteOfDevice();
    if (this.#isFlood('wedge', '')) return false;
    return this.#take({ code, source: 'wedge', device: null }, this.#ports.clock.steady());
  }

  /** A person typed this. Brings whether it was taken in. */
  typedByHand(code: string): boolean {
    return this.chosenByHand(code.trim());
  }

  /** Takes in the code of a ticket that a person found: exactly, it is a barcode's. */
  chosenByHand(code: string): boolean {
    const scan = { code, source: 'manual', device: null } as const;
    return this.#take(scan, this.#ports.clock.steady());
  }

  /** A keyboard scanner typed what is no whole code. */
  missedByKeyboard(reason: MissReason): void {
    this.#keyboards.noteMissed();
    if (this.#trial.isOn) this.#ports.onChange();
    else this.#miss(reason);
  }

  keepRhythms(rhythms: readonly Rhythm[]): void {
    this.#ports.settingsFile.write({ wedgeRhythms: rhythms });
    this.#ports.onChange();
  }

  useWedge(wedge: WedgeSettings): void {
    this.#ports.settingsFile.write({ wedge });
    this.#ports.onChange();
  }

  /** Closes the serial ports that were set, and opens those that are now. */
  async useSerial(serialScanners: readonly SerialSetting[]): Promise<void> {
    this.#ports.settingsFile.write({ serialScanners: [...serialScanners] });
    this.#replacing = this.#replacing.then(async () => {
      await this.#serial.stop();
      this.#serial = this.#serialSource();
      if (this.#running) this.#serial.start();
      this.#ports.onChange();
    });
    await this.#replacing;
  }

  /** From now on the same ticket is read anew, whatever channel it comes on. */
  forgetRecent(): void {
    this.#echoes.forget();
  }

  /** One that is gone is not expected back. */
  forget(id: string): void {
    for (const source of this.#sources()) source.forget(id);
    this.#ports.onChange();
  }

  /** Whether a trial is on. */
  get areTried(): boolean {
    return this.#trial.isOn;
  }

  /** Until the trial ends, what scanners read is shown, and no ticket is checked. */
  try(on: boolean): void {
    if (on) this.#trial.begin();
    else this.#trial.end();
    this.#missed = null;
    this.#ports.onChange();
  }

  #sources(): readonly ScannerSource[] {
    return this.#hid === null ? [this.#serial] : [this.#hid, this.#serial];
  }

  #serialSource(): ScannerSource {
    const { serialScanners } = this.#ports.settingsFile.read();
    return createSerialSource(serialScanners, this.#sourcePorts('serial'));
  }

  #sourcePorts(scope: string): ScannerSourcePorts {
    const { clock, logger } = this.#ports;
    return {
      clock,
      logger: rateLimitedLogger(logger.scope(scope), clock),
      onReading: (reading) => this.#read(reading),
      onMissed: (missed) => this.#missedBy(missed),
      onBytes: (raw) => this.#bytes(raw),
      onChange: this.#noteOfDevice,
    };
  }

  #read(reading: Reading): void {
    if (!this.#running) return;
    if (this.#trial.isOn) {
      this.#trial.read(reading);
      this.#noteOfDevice();
      return;
    }
    const { code, channel: source, device, readAt } = reading;
    if (this.#isFlood(source, device)) return;
    this.#take({ code, source, device }, readAt);
  }

  #missedBy(missed: Missed): void {
    if (!this.#running) return;
    if (this.#trial.isOn) this.#trial.missed(missed);
    else if (!this.#isFlood(missed.channel, missed.device)) this.#miss(missed.reason);
    this.#noteOfDevice();
  }

  #isFlood(channel: ScannerChannel, device: string): boolean {
    return this.#floods.isFlood(`${channel} ${device}`, this.#ports.clock.steady());
  }

  #bytes(raw: RawBytes): void {
    if (!this.#trial.isOn) return;
    this.#trial.bytes(raw);
    this.#noteOfDevice();
  }

  /** Takes a code in, unless it is the echo of one that was. Brings whether it counts as taken in. */
  #take({ code: raw, ...scan }: Omit<Scan, 'at'>, readAt: number): boolean {
    if (this.#trial.isOn) return false;
    const cleaned = cleanCode(raw);
    if (!cleaned.ok) return this.#miss(cleaned.error);
    const code = cleaned.value;
    const { source } = scan;
    if (source !== 'manual' && this.#echoes.isEcho({ code, channel: source, readAt })) return true;
    const { clock, enter } = this.#ports;
    if (!enter({ ...scan, code, at: clock.now() }, readAt)) return this.#miss('door-closed');
    this.#missed = null;
    return true;
  }

  #miss(reason: MissReason): false {
    this.#misses += 1;
    this.#missed = { number: this.#misses, reason, at: this.#ports.clock.now() };
    this.#ports.onChange();
    return false;
  }
}
