import { SCANNER_MAKERS } from './makers.ts';
import type { HidDevice } from './port.ts';

/** Of a device's name, in characters. */
const LONGEST_NAME = 100;

/** The scanners among the devices of a machine. */
export interface Found {
  /** They send codes. */
  readonly scanners: readonly HidDevice[];
  /** They are set up as keyboards: each known model and maker once. */
  readonly keyboards: readonly HidDevice[];
}

/** Picks the scanners out, each once, however many collections it shows. */
export function scannersAmong(devices: readonly HidDevice[]): Found {
  const scanners = once(
    devices.filter(({ usagePage, usage }) => usagePage === 0x8c && usage === 0x02),
    ({ path }) => path,
  );
  const sending = new Set(scanners.map(modelOf));
  const keyboards = devices.filter(
    (device) =>
      device.usagePage === 0x01 &&
      device.usage === 0x06 &&
      SCANNER_MAKERS.has(device.vendor) &&
      !sending.has(modelOf(device)),
  );
  return { scanners, keyboards: once(keyboards, identityOf) };
}

/** Which scanner it is, as far as it says: the same when it is plugged in again. */
export function identityOf(device: HidDevice): string {
  return device.serial === '' ? modelOf(device) : `${modelOf(device)}:${device.serial}`;
}

/** The maker's number, as udev writes it: four hexadecimal digits. */
export function vendorOf({ vendor }: HidDevice): string {
  return hex(vendor);
}

/** What people call it: as it calls itself, as far as that can be read; by its numbers, if it says nothing. */
export function nameOf(device: HidDevice): string {
  const name = device.name.replace(/\p{C}/gu, '').slice(0, LONGEST_NAME).trim();
  return name === '' ? `HID ${modelOf(device)}` : name;
}

function modelOf({ vendor, product }: HidDevice): string {
  return `${hex(vendor)}:${hex(product)}`;
}

function hex(id: number): string {
  return id.toString(16).padStart(4, '0');
}

function once(
  devices: readonly HidDevice[],
  keyOf: (device: HidDevice) => string,
): readonly HidDevice[] {
  return [...new Map(devices.map((device) => [keyOf(device), device])).values()];
}
