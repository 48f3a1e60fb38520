import type { ScannerSource, ScannerSourcePorts } from '../source.ts';
import { SerialScanner } from './scanner.ts';
import type { SerialSetting } from '#shared/model/scanner.ts';
import { SERIAL_TIMINGS, type SerialTimings } from './timings.ts';

/** The serial scanners that are set up. */
export function createSerialSource(
  settings: readonly SerialSetting[],
  ports: ScannerSourcePorts,
  timings: SerialTimings = SERIAL_TIMINGS,
): ScannerSource {
  const scanners = settings.map((setting) => new SerialScanner(setting, ports, timings));
  return {
    start: () => scanners.forEach((scanner) => scanner.start()),
    stop: async () => {
      await Promise.all(scanners.map((scanner) => scanner.stop()));
    },
    health: () => scanners.map((scanner) => scanner.health()),
    resume: () => scanners.forEach((scanner) => scanner.resume()),
    // They are set up by hand: one that is not expected back is one that is not set up any more.
    forget: () => undefined,
  };
}
