import { SCANNER_MAKERS } from './makers.ts';
import type { HidDevice } from './port.ts';

/** The longest device name that is kept, in characters. */
const LONGEST_NAME = 100;

/** The scanners among the devices of a machine. */
export interface Found {
  /** Devices that send codes. */
  readonly scanners: readonly HidDevice[];
  /** Devices that are set up as keyboards; each known combination of model and maker once. */
  readonly keyboards: readonly HidDevice[];
}

/** Returns the scanners among the devices, each once, however many collections it has. */
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

/** Identifies a scanner as far as its data allow: the same value when it is plugged in again. */
export function identityOf(device: HidDevice): string {
  return device.serial === '' ? modelOf(device) : `${modelOf(device)}:${device.serial}`;
}

/** The maker's USB number as udev writes it: four hexadecimal digits. */
export function vendorOf({ vendor }: HidDevice): string {
  return hex(vendor);
}

/** The name shown to people: the device's own, as far as it is readable; else its USB numbers. */
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
