import { describe, test } from 'vitest';
import { systemClock } from '#main/base/system-clock.ts';
import { reportsOf } from '#tests/main/entrance/scanners/hid/reports.ts';
import { lacking, plugIn, scannersOfKiosk } from './rig.ts';

/** For how long codes come. */
const SECONDS = Number(process.env['HID_RUSH_SECONDS'] ?? 10);
const PER_SECOND = 10;

describe.skipIf(lacking !== null)('a rush', () => {
  test(
    `10 codes per second for ${SECONDS} s: none lost, none out of order, none merged`,
    { timeout: SECONDS * 1000 + 60_000 },
    async () => {
      const kiosk = scannersOfKiosk();
      const device = plugIn('Rush');
      await kiosk.become('Rush: ready');
      const codes = Array.from({ length: SECONDS * PER_SECOND }, (_, at) =>
        `${at}-`.padEnd(80, 'x'),
      );
      await Promise.all(
        codes.map(
          (code, at) =>
            new Promise<void>((sent) => {
              systemClock.after((at * 1000) / PER_SECOND, () => {
                void device.send(reportsOf('one-byte-count', code)).then(sent);
              });
            }),
        ),
      );
      await kiosk.take(...codes.map((code) => `Rush: ${code}`));
    },
  );
});
