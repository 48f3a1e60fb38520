import type { Figure } from './figures.ts';
import { figuresSaidBy } from './figures-elsewhere.ts';
import { hasUhid, measureHid, measureHidSimulated, measureHidStandIn } from './hid.ts';
import { measureOnScreen } from './on-screen.ts';
import { measureSerial } from './serial.ts';

/** Codes that are scanned through each channel. */
const CODES = 500;

/** From the last report, byte or key of a code to the scan entering the queue, by each channel. */
export async function measureScanners(say: (what: string) => void): Promise<Figure[]> {
  say('serial scanners');
  const serial = await measureSerial(CODES);
  say('HID scanners');
  const hid = await hidFigures();
  say('keyboard scanners');
  return [...serial, ...hid, ...(await measureOnScreen('wedge'))];
}

/**
 * Over virtual devices, where they can be had. Elsewhere without the kernel, and in the virtual machine
 * that is named.
 */
async function hidFigures(): Promise<Figure[]> {
  if (hasUhid()) return measureHid(CODES, 'kernel');
  const machine = process.env['USHER_HID_VM'];
  const emulated =
    machine === undefined
      ? []
      : figuresSaidBy(machine, ['node', 'tests/bench/hid-alone.ts', String(CODES), 'emulated']);
  const simulated = await measureHidSimulated(CODES);
  return [...(await measureHidStandIn(CODES)), ...simulated, ...emulated];
}
