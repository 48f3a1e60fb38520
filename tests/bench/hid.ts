import { accessSync, constants } from 'node:fs';
import { devicesAsync, HIDAsync } from 'node-hid';
import { nodeHidPort } from '#main/entrance/scanners/hid/node-hid-port.ts';
import { Plugged } from '#tests/main/entrance/scanners/hid/plugged.ts';
import { reportsOf, scannerDescriptor } from '#tests/main/entrance/scanners/hid/reports.ts';
import {
  nodeWithSimulatedHid,
  SimulatedHid,
  whyNoSimulatedHid,
} from '#tests/support/simulated-hidraw.ts';
import { VirtualHid } from '#tests/support/uhid.ts';
import { Arrivals } from './arrivals.ts';
import { codeOf, delaysInTurns, type Delay } from './delays.ts';
import { figuresSaidBy } from './figures-elsewhere.ts';
import { halfAndMost, notMeasured, type Figure } from './figures.ts';
import { inFolder } from './in-folder.ts';
import { startScanners } from './kiosk-scanners.ts';

const LAYOUT = 'one-byte-count';
/** A maker of no scanners, by which the bare reader finds its device. */
const BARE_MAKER = 0x1234;
const PROMISE = { most: 5 } as const;
const WHAT = 'last report of a code to the queue';

/**
 * Where the reports come from: the kernel of this machine; that of a machine which emulates its
 * processor, slower than any at a door: nothing is promised of it; or a FIFO in the place of the
 * kernel's hidraw.
 */
const SOURCES = {
  kernel: { channel: 'HID', toReach: PROMISE, Device: VirtualHid },
  emulated: { channel: 'HID, on an emulated processor', toReach: null, Device: VirtualHid },
  simulated: {
    channel: 'HID, by node-hid from a simulated hidraw',
    toReach: PROMISE,
    Device: SimulatedHid,
  },
} as const;

/**
 * From a report that a scanner of this source sends to the scan entering the queue; beside another
 * device that is read by node-hid alone.
 */
export async function measureHid(codes: number, source: keyof typeof SOURCES): Promise<Figure[]> {
  const { channel, toReach, Device } = SOURCES[source];
  const ourScanner = new Device('Ours', scannerDescriptor(LAYOUT));
  const bareScanner = new Device('Bare', bareDescriptor(), BARE_MAKER);
  const kiosk = await startScanners({ hid: nodeHidPort() });
  const bare = await readBare();
  const [ours = [], plain = []] = await delaysInTurns(codes, [
    delayOf((reports) => ourScanner.send(reports), kiosk.entered),
    delayOf((reports) => bareScanner.send(reports), bare.read),
  ]);
  await bare.close();
  await kiosk.stop();
  ourScanner.unplug();
  bareScanner.unplug();
  return halfAndMost({ what: `${channel}: ${WHAT}`, size: codes, toReach }, ours, plain);
}

/** {@link measureHid} in a process of its own, whose hidraw is simulated; or why it cannot be. */
export async function measureHidSimulated(codes: number): Promise<Figure[]> {
  const lacking = whyNoSimulatedHid();
  if (lacking !== null) {
    return [notMeasured(`${SOURCES.simulated.channel}: not measured, ${lacking}`, codes)];
  }
  return inFolder((folder) => {
    const script = ['tests/bench/hid-alone.ts', String(codes), 'simulated'];
    const { program, args, env } = nodeWithSimulatedHid(folder, script);
    return figuresSaidBy(program, args, env);
  });
}

/** Whether virtual devices can be made, and opened, here. */
export function hasUhid(): boolean {
  try {
    accessSync('/dev/uhid', constants.R_OK | constants.W_OK);
    return process.geteuid?.() === 0;
  } catch {
    return false;
  }
}

/** The same with a stand-in for the system's HID devices: from a report that it hands over. */
export async function measureHidStandIn(codes: number): Promise<Figure[]> {
  const standIn = new Plugged();
  standIn.plugIn({ path: 'a' });
  const kiosk = await startScanners({ hid: standIn });
  const [ours = []] = await delaysInTurns(codes, [
    delayOf((reports) => standIn.send('a', reports), kiosk.entered),
  ]);
  await kiosk.stop();
  const what = `HID, handed over by a stand-in: ${WHAT}`;
  return halfAndMost({ what, size: codes, toReach: PROMISE }, ours, null);
}

function delayOf(send: (reports: readonly Uint8Array[]) => void, arrivals: Arrivals): Delay {
  return async (turn) => {
    const code = codeOf(turn);
    const reports = reportsOf(LAYOUT, code);
    const arrived = arrivals.next(code);
    const sentAt = performance.now();
    send(reports);
    return (await arrived) - sentAt;
  };
}

/** What a scanner's says, with another usage, so that the kiosk takes it for none. */
function bareDescriptor(): Uint8Array {
  return scannerDescriptor(LAYOUT).with(3, 0x01);
}

async function readBare() {
  const devices = await devicesAsync();
  const path = devices.find(({ vendorId }) => vendorId === BARE_MAKER)?.path;
  if (path === undefined) throw new Error('the bare device is not listed');
  const device = await HIDAsync.open(path, { nonExclusive: true });
  const read = new Arrivals();
  device.on('data', (report: Buffer) => {
    read.note(report.toString('latin1', 5, 5 + (report[1] ?? 0)));
  });
  return { read, close: () => device.close() };
}
