import type { OutputWay } from '#shared/model/output.ts';
import { err, ok } from '#shared/result.ts';
import type { HidDevice, HidPort, OpenHid } from '../scanners/hid/port.ts';
import { done, type Done, type OutputDevice } from './device.ts';
import { OneHandle } from './one-handle.ts';
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
  const card = new OneHandle<OpenHid>({
    async open() {
      const listed = await hid?.list();
      if (listed?.ok !== true) return err('failed');
      const found = listed.value.find(isRelayCard);
      if (hid === null || found === undefined) return err('gone');
      let own: OpenHid | null = null;
      const onLost = (): void => {
        if (own === null) return;
        card.forget(own);
        void own.close();
      };
      const opened = await hid.open(found, { onReport: () => undefined, onLost });
      if (!opened.ok) return err(troubleOf(opened.error));
      own = opened.value;
      return opened;
    },
    close: (open) => open.close(),
  });

  async function tell(what: number, signal: AbortSignal): Promise<Done> {
    const opened = await card.get();
    if (!opened.ok) return opened;
    if (signal.aborted) return err('timeout');
    const report = new Uint8Array(REPORT_SIZE);
    report.set([what, channel], 1);
    if (await opened.value.sendFeature(report)) return ok(null);
    await card.close();
    return err('gone');
  }

  return {
    on: (_command, signal) => tell(ON, signal),
    off: (signal) => tell(OFF, signal),
    look: async () => done(await card.get()),
    close: () => card.close(),
  };
}

function isRelayCard({ vendor, product, name }: HidDevice): boolean {
  return vendor === VENDOR && product === PRODUCT && NAME.test(name);
}
