import type { HidDevice } from './port.ts';

/** The scanners among the devices of a machine. */
export interface Found {
  /** They send codes. */
  readonly scanners: readonly HidDevice[];
  /** They are set up as keyboards: each known model and maker once. */
  readonly keyboards: readonly HidDevice[];
}

/**
 * Makers whose devices are scanners: Hand Held Products, Zebra, Datalogic, Opticon, Honeywell, Newland,
 * Youjie. Another maker's scanner in keyboard mode cannot be told from a keyboard; it works all the same.
 */
const SCANNER_MAKERS: ReadonlySet<number> = new Set([
  0x0536, 0x05e0, 0x05f9, 0x065a, 0x0c2e, 0x1eab, 0x23d0,
]);

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

/** What people call it, when it says nothing itself. */
export function nameOf(device: HidDevice): string {
  return device.name === '' ? `HID ${modelOf(device)}` : device.name;
}

function modelOf({ vendor, product }: HidDevice): string {
  return [vendor, product].map((id) => id.toString(16).padStart(4, '0')).join(':');
}

function once(
  devices: readonly HidDevice[],
  keyOf: (device: HidDevice) => string,
): readonly HidDevice[] {
  return [...new Map(devices.map((device) => [keyOf(device), device])).values()];
}
