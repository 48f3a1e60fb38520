import type { ScannerSource, ScannerSourcePorts } from '../source.ts';
import { SerialScanner } from './scanner.ts';
import type { SerialSetting } from '#shared/model/scanner.ts';
import { SERIAL_TIMINGS, type SerialTimings } from './timings.ts';

/** Creates the source of the serial scanners that are configured. */
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
    feedbackOf: (id) => scanners.find((scanner) => scanner.id === id)?.feedback ?? null,
    health: () => scanners.map((scanner) => scanner.health()),
    resume: () => scanners.forEach((scanner) => scanner.resume()),
    // Does nothing: serial scanners are configured by hand, and are removed in the settings.
    forget: () => undefined,
  };
}
