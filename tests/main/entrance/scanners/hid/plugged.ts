import type { HidDevice, HidListener, HidPort, OpenHid } from '#main/entrance/scanners/hid/port.ts';
import type { ScannerState } from '#shared/model/scanner.ts';
import { err, ok, type Result } from '#shared/result.ts';

const SCANNER: HidDevice = {
  path: 'a',
  vendor: 0x0c2e,
  product: 0x0b61,
  serial: '',
  name: 'Honeywell 1900',
  usagePage: 0x8c,
  usage: 2,
};

/** What is plugged into a machine, as the system tells it; tests plug in, unplug and send reports. */
export class Plugged implements HidPort {
  devices: HidDevice[] = [];
  /** Why the system does not list its devices. */
  unlisted: string | null = null;
  /** What the system says instead of opening a device. */
  refusal: ScannerState | null = null;
  /** Paths of those that save power. */
  readonly asleep = new Set<string>();
  readonly opened = new Map<string, HidListener>();
  /** What devices were told by feature reports, oldest first. */
  readonly features: { readonly path: string; readonly report: readonly number[] }[] = [];
  /** The same for output reports. */
  readonly outputs: { readonly path: string; readonly report: readonly number[] }[] = [];
  /** What the system knows of each device's reports, by its path. */
  readonly descriptors = new Map<string, Uint8Array>();
  /** What devices have to do before they have taken a report. */
  taking: Promise<void> = Promise.resolve();
  /** What the system has to do before a device is closed. */
  closing: Promise<void> = Promise.resolve();
  hint = (): void => undefined;

  plugIn(device: Partial<HidDevice> = {}): void {
    this.devices.push({ ...SCANNER, ...device });
  }

  unplug(path: string): void {
    this.devices = this.devices.filter((device) => device.path !== path);
    this.opened.get(path)?.onLost();
  }

  send(path: string, reports: readonly Uint8Array[]): void {
    for (const report of reports) this.opened.get(path)?.onReport(report);
  }

  list(): Promise<Result<readonly HidDevice[], string>> {
    return Promise.resolve(this.unlisted === null ? ok([...this.devices]) : err(this.unlisted));
  }

  open({ path }: HidDevice, listener: HidListener): Promise<Result<OpenHid, ScannerState>> {
    if (this.refusal !== null) return Promise.resolve(err(this.refusal));
    this.opened.set(path, listener);
    const close = () => this.closing.then(() => void this.opened.delete(path));
    const sendFeature = (report: Uint8Array) => {
      if (!this.devices.some((device) => device.path === path)) return Promise.resolve(false);
      this.features.push({ path, report: [...report] });
      return Promise.resolve(true);
    };
    const sendOutput = async (report: Uint8Array) => {
      if (!this.devices.some((device) => device.path === path)) return false;
      this.outputs.push({ path, report: [...report] });
      await this.taking;
      return true;
    };
    return Promise.resolve(ok({ sendOutput, sendFeature, close }));
  }

  descriptor(path: string) {
    return Promise.resolve(this.descriptors.get(path) ?? null);
  }

  isAsleep(path: string) {
    return Promise.resolve(this.asleep.has(path));
  }

  watch(onHint: () => void) {
    this.hint = onHint;
    return () => void (this.hint = () => undefined);
  }
}
