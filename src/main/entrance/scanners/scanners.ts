import type { Logger } from '#main/base/ports.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { CameraReport } from '#shared/model/camera.ts';
import { isJoinCode } from '#shared/model/join.ts';
import {
  SIGNAL_OF,
  type FeedbackFailure,
  type FeedbackSignal,
} from '#shared/model/scanner-feedback.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type {
  ScannerChannel,
  Scanners as ScannersState,
  SerialSetting,
} from '#shared/model/scanner.ts';
import type { Rhythm } from '#shared/wedge/rhythm.ts';
import type { WedgeSettings } from '#shared/wedge/settings.ts';
import { CAMERA, CameraHealth } from './camera.ts';
import { normalizeCode, type RawCode } from './clean-code.ts';
import { ScannerDevices } from './devices.ts';
import { Floods } from './flood.ts';
import type { HidPort } from './hid/port.ts';
import { ScanIntake, type IntakePorts } from './intake.ts';
import { Keyboards } from './keyboards.ts';
import type { Missed, RawBytes, Reading } from './source.ts';
import { throttle } from './throttle.ts';
import { Trial } from './trial.ts';

/**
 * For how long keys of a keyboard scanner are waited for before what it typed is no whole code, in
 * milliseconds: when it is reported its last key came that long ago.
 */
const KEYS_GIVEN_UP = 500;

export interface ScannersPorts extends IntakePorts {
  /** Null on machines without support for HID devices. */
  readonly hid: HidPort | null;
  readonly logger: Logger;
  readonly settingsFile: Pick<SettingsFile, 'read' | 'write'>;
  /** Called when a device has changed while nobody tries it: nobody waits for that, and each scan does it. */
  readonly onDeviceChange: () => void;
}

/** All scanners of the kiosk, on all channels: receives their codes and keeps their health. */
export class Scanners {
  readonly #ports: ScannersPorts;
  readonly #devices: ScannerDevices;
  readonly #keyboards: Keyboards;
  readonly #camera: CameraHealth;
  readonly #intake: ScanIntake;
  readonly #trial = new Trial();
  readonly #floods: Floods;
  /** Throttled, because a device can cause changes faster than they can be reported. */
  readonly #noteOfDevice: () => void;

  constructor(ports: ScannersPorts) {
    this.#ports = ports;
    this.#floods = new Floods((scanner) =>
      ports.logger.warn('A scanner sends more than anybody could scan', { scanner }),
    );
    this.#noteOfDevice = throttle(ports.clock, () => {
      if (this.#trial.isOn) ports.onChange();
      else ports.onDeviceChange();
    });
    this.#devices = new ScannerDevices({
      ...{ hid: ports.hid, clock: ports.clock, logger: ports.logger },
      serial: () => ports.settingsFile.read().serialScanners,
      onReading: (reading) => this.#read(reading),
      onMissed: (missed) => this.#missedBy(missed),
      onBytes: (raw) => this.#bytes(raw),
      onChange: this.#noteOfDevice,
    });
    this.#keyboards = new Keyboards(ports.clock);
    this.#camera = new CameraHealth(ports.clock);
    this.#intake = new ScanIntake(ports);
  }

  start(): void {
    this.#devices.start();
  }

  /**
   * Stops reading. No code is reported after this call; resolves when all devices are closed,
   * bounded in time.
   */
  stop(): Promise<void> {
    return this.#devices.stop();
  }

  /** Called when the machine has slept. */
  resume(): void {
    this.#devices.resume();
  }

  state(): ScannersState {
    const { wedge, wedgeRhythms, serialScanners, camera } = this.#ports.settingsFile.read();
    return {
      all: [
        ...this.#devices.health(),
        ...(camera ? this.#camera.health() : []),
        ...this.#keyboards.health(),
      ],
      wedge,
      rhythms: wedgeRhythms,
      serial: serialScanners,
      missed: this.#intake.missed,
      trial: this.#trial.state(),
    };
  }

  /** Takes in a code that a keyboard scanner typed. Returns whether it was taken in. */
  typedByScanner(code: string): boolean {
    this.#keyboards.noteRead();
    this.#noteOfDevice();
    if (this.#isFlood('wedge', '')) return false;
    const scan = { code, source: 'wedge', device: null, symbology: null } as const;
    return this.#take(scan, this.#ports.clock.steady());
  }

  /**
   * Takes in a code that the page has read in a camera's picture. Returns whether it was taken in; a camera that
   * is switched off reads nothing.
   */
  readByCamera(code: string, symbology: string | null): boolean {
    if (!this.#ports.settingsFile.read().camera) return false;
    this.#camera.noteRead();
    this.#noteOfDevice();
    return this.#read({
      ...{ code, symbology, channel: 'camera', device: this.#camera.name, scanner: CAMERA },
      readAt: this.#ports.clock.steady(),
    });
  }

  /** Called with how the page finds the camera; null: it is not in use. */
  noteCamera(report: CameraReport | null): void {
    this.#camera.note(report);
    this.#noteOfDevice();
  }

  /** Takes in a code that a person typed. Returns whether it was taken in. */
  typedByHand(code: string): boolean {
    return this.chosenByHand(code.trim());
  }

  /** Takes in the code of a found ticket. It is a barcode, so it is not trimmed. */
  chosenByHand(code: string): boolean {
    const scan = { code, source: 'manual', device: null, symbology: null } as const;
    return this.#take(scan, this.#ports.clock.steady());
  }

  /** Called when a keyboard scanner typed something that is no complete code. */
  missedByKeyboard(reason: Missed['reason']): void {
    this.#keyboards.noteMissed();
    if (this.#trial.isOn) this.#ports.onChange();
    else {
      const readAt = this.#ports.clock.steady() - KEYS_GIVEN_UP;
      this.#intake.missBy({ channel: 'wedge', scanner: '', reason, readAt });
    }
  }

  keepRhythms(rhythms: readonly Rhythm[]): void {
    this.#ports.settingsFile.write({ wedgeRhythms: rhythms });
    this.#ports.onChange();
  }

  useWedge(wedge: WedgeSettings): void {
    this.#ports.settingsFile.write({ wedge });
    this.#ports.onChange();
  }

  /**
   * Saves the serial scanners, closes the ports that were configured before, and opens those that
   * are now.
   */
  async useSerial(serialScanners: readonly SerialSetting[]): Promise<void> {
    this.#ports.settingsFile.write({ serialScanners: [...serialScanners] });
    await this.#devices.replaceSerial();
    this.#ports.onChange();
  }

  /**
   * Forgets earlier readings: the same ticket is not taken for an echo, whatever channel it comes
   * on.
   */
  forgetRecent(): void {
    this.#intake.forgetRecent();
  }

  /** Removes a disconnected scanner from the list: it is not expected back. */
  forget(id: string): void {
    this.#devices.forget(id);
    this.#ports.onChange();
  }

  /**
   * Has the scanner that read a code show its verdict, if it can and the settings want it. What becomes of that
   * concerns nobody here.
   *
   * @param scanner the id of its health
   */
  showVerdict(kind: VerdictKind, scanner: string): void {
    const signal = SIGNAL_OF[kind];
    if (signal === null || !this.#ports.settingsFile.read().scannerFeedback) return;
    this.#devices.feedbackOf(scanner)?.give(signal);
  }

  /** Has a scanner show a signal, because somebody wants to see and hear it. */
  async testFeedback(id: string, signal: FeedbackSignal): Promise<Result<null, FeedbackFailure>> {
    const feedback = this.#devices.feedbackOf(id);
    if (feedback?.offers(signal) !== true) return err({ type: 'cannot' });
    const isShown = await new Promise<boolean>((resolve) => feedback.give(signal, resolve));
    return isShown ? ok(null) : err({ type: 'not-shown' });
  }

  /** Whether scanners are being tried out. */
  get areTried(): boolean {
    return this.#trial.isOn;
  }

  /**
   * Starts or ends a trial: until it ends, what scanners read is shown, and no ticket is checked.
   */
  try(on: boolean): void {
    if (on) this.#trial.begin();
    else this.#trial.end();
    this.#intake.forgetMissed();
    this.#ports.onChange();
  }

  /** Returns whether it was taken in. */
  #read(reading: Reading): boolean {
    if (!this.#devices.isRunning) return false;
    // A secret is shown by no trial.
    if (this.#trial.isOn && !isSecret(reading)) {
      this.#trial.read(reading);
      this.#noteOfDevice();
      return false;
    }
    const { code, symbology, channel: source, device, scanner: readBy, readAt } = reading;
    // What a camera is called the page says, which must not have a flood of its own for each name.
    if (this.#isFlood(source, source === 'camera' ? '' : device)) return false;
    return this.#take({ code, symbology, source, device, readBy }, readAt);
  }

  #missedBy(missed: Missed): void {
    if (!this.#devices.isRunning) return;
    if (this.#trial.isOn) this.#trial.missed(missed);
    else if (!this.#isFlood(missed.channel, missed.device)) this.#intake.missBy(missed);
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

  #take(scan: Parameters<ScanIntake['take']>[0], readAt: number): boolean {
    const isTried = this.#trial.isOn && !isSecret(scan);
    return !isTried && this.#intake.take(scan, readAt);
  }
}

/** Whether it is a code with which a kiosk joins a house. */
function isSecret(raw: RawCode): boolean {
  const normalized = normalizeCode(raw);
  return normalized.ok && isJoinCode(normalized.value.code);
}
