import Conf from 'conf';
import { expect, onTestFinished } from 'vitest';
import { nodeHidPort } from '#main/entrance/scanners/hid/node-hid-port.ts';
import { Scanners } from '#main/entrance/scanners/scanners.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import { systemClock } from '#main/base/system-clock.ts';
import type { Scan } from '#shared/model/scan.ts';
import { scannerDescriptor } from '#tests/main/entrance/scanners/hid/reports.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { VirtualHid, whyNoVirtualHid } from '#tests/support/uhid.ts';

/** Why no virtual device can be made here; null where it can. */
export const lacking = whyNoVirtualHid();
if (lacking !== null && process.env['HID_VM'] === '1') throw new Error(lacking);
if (lacking !== null) process.stderr.write(`Skipped: ${lacking}.\n`);

/** A virtual machine may be slow. */
export const PATIENCE = { timeout: 20_000, interval: 20 };

/**
 * USB asks a scanner for a report once in a millisecond at most. Linux keeps 64 for whoever reads: all
 * of a long code at once would be more than ever come over the wire.
 */
const REPORT_EVERY = 1;

/**
 * Plugs a virtual device in, at the latest until the test ends. What it sends it sends one after the
 * other, at the pace of USB.
 */
export function plugIn(
  name: string,
  descriptor = scannerDescriptor('one-byte-count'),
  vendor?: number,
) {
  const device = new VirtualHid(name, descriptor, vendor);
  let plugged = true;
  const unplug = () => {
    if (plugged) device.unplug();
    plugged = false;
  };
  onTestFinished(unplug);
  let sent = Promise.resolve();
  const send = (reports: readonly Uint8Array[]) => {
    sent = sent.then(async () => {
      for (const report of reports) {
        if (plugged) device.send([report]);
        await new Promise<void>((passed) => systemClock.after(REPORT_EVERY, passed));
      }
    });
    return sent;
  };
  /** What it was told so far, each report with its id first. It answers when it is asked for this. */
  const heard: (readonly number[])[] = [];
  const told = () => {
    heard.push(...device.takeReports().map((report) => [...report]));
    return heard;
  };
  return { send, unplug, told };
}

/** The scanners of a kiosk, whose door is open, over hidraw. */
export function scannersOfKiosk() {
  const scans: Scan[] = [];
  const logger = new RecordingLogger();
  const settingsFile = openSettingsFile(Conf, {
    directory: temporaryFolder(),
    version: '0.1.0',
    logger,
  });
  const scanners = new Scanners({
    hid: nodeHidPort(),
    clock: systemClock,
    logger,
    settingsFile,
    repeatWindow: () => 2_500,
    joinBy: () => false,
    notify: () => true,
    enter(scan) {
      scans.push(scan);
      return true;
    },
    onChange: () => undefined,
    onDeviceChange: () => undefined,
  });
  scanners.start();
  onTestFinished(() => scanners.stop());
  return {
    scanners,
    scans,
    settingsFile,
    logger,
    /** Waits until these are all the scanners, in these states. */
    become: (...states: string[]) =>
      expect
        .poll(
          () => scanners.state().all.map(({ name, state }) => `${name}: ${state.type}`),
          PATIENCE,
        )
        .toEqual(states),
    /** Waits until these are all the codes, in this order, each with its scanner's name. */
    take: (...codes: string[]) =>
      expect
        .poll(() => scans.map(({ code, device }) => `${device}: ${code}`), PATIENCE)
        .toEqual(codes),
    /** Waits until the last scan was missed, for this reason. */
    miss: (reason: string) =>
      expect.poll(() => scanners.state().missed?.reason, PATIENCE).toBe(reason),
  };
}
