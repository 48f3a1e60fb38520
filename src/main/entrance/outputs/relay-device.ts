import type { OutputWay } from '#shared/model/output.ts';
import { err, ok } from '#shared/result.ts';
import type { HidDevice, HidPort, OpenHid } from '../scanners/hid/port.ts';
import type { Done, OutputDevice } from './device.ts';
import { troubleOf } from './serial-device.ts';

/** These numbers are anybody's who makes small HID devices: the name tells the relay cards among them. */
const VENDOR = 0x16c0;
const PRODUCT = 0x05df;
const NAME = /USBRelay/i;

/** What the card is told, behind the number of the report. */
const ON = 0xff;
const OFF = 0xfd;
const REPORT_SIZE = 9;

/** The first relay card that is plugged in. */
export function relayDevice(
  { channel }: Extract<OutputWay, { type: 'relay' }>,
  hid: HidPort | null,
): OutputDevice {
  let card: OpenHid | null = null;

  async function open(): Promise<Done> {
    if (card !== null) return ok(null);
    const listed = await hid?.list();
    if (listed?.ok !== true) return err('failed');
    const found = listed.value.find(isRelayCard);
    if (hid === null || found === undefined) return err('gone');
    const opened = await hid.open(found, { onReport: () => undefined, onLost: () => void close() });
    if (!opened.ok) return err(troubleOf(opened.error));
    card = opened.value;
    return ok(null);
  }

  async function tell(what: number, signal: AbortSignal): Promise<Done> {
    const opened = await open();
    if (!opened.ok) return opened;
    if (signal.aborted) return err('timeout');
    const report = new Uint8Array(REPORT_SIZE);
    report.set([what, channel], 1);
    if ((await card?.sendFeature(report)) === true) return ok(null);
    await close();
    return err('gone');
  }

  async function close(): Promise<void> {
    const open = card;
    card = null;
    await open?.close();
  }

  return {
    on: (_command, signal) => tell(ON, signal),
    off: (signal) => tell(OFF, signal),
    look: open,
    close,
  };
}

function isRelayCard({ vendor, product, name }: HidDevice): boolean {
  return vendor === VENDOR && product === PRODUCT && NAME.test(name);
}
