import type { HidPort } from '#main/entrance/scanners/hid/port.ts';
import { Scanners } from '#main/entrance/scanners/scanners.ts';
import { settingsSchema } from '#main/settings/settings.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { Arrivals } from './arrivals.ts';

/** A kiosk's scanners, up to where a scan enters the queue. */
export interface KioskScanners {
  readonly entered: Arrivals;
  stop(): Promise<void>;
}

/** Starts them; resolves when the one that is plugged in is ready. */
export async function startScanners(plugged: {
  readonly serial?: string;
  readonly hid?: HidPort;
}): Promise<KioskScanners> {
  const settings = settingsSchema.parse({
    kioskName: 'bench',
    serialScanners: plugged.serial === undefined ? [] : [{ path: plugged.serial }],
  });
  const entered = new Arrivals();
  let noteReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    noteReady = resolve;
  });
  const look = (): void => {
    if (scanners.state().all.some(({ state }) => state.type === 'ready')) noteReady();
  };
  const scanners: Scanners = new Scanners({
    hid: plugged.hid ?? null,
    clock: systemClock,
    logger: new RecordingLogger(),
    settingsFile: { read: () => settings, write: () => undefined },
    repeatWindow: () => 2500,
    joinBy: () => false,
    notify: () => true,
    enter({ code }) {
      entered.note(code);
      return true;
    },
    onChange: look,
    onDeviceChange: look,
  });
  scanners.start();
  await ready;
  return { entered, stop: () => scanners.stop() };
}
