import type { Door } from '#main/entrance/door/door.ts';
import type { LookUpMode } from '#main/entrance/door/look-up-mode.ts';
import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { Scanners } from '#main/entrance/scanners/scanners.ts';
import { listSerialPorts } from '#main/entrance/scanners/serial/list-ports.ts';
import { ifNotManaged } from '#main/kiosk/settings-in-force.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import { ok } from '#shared/result.ts';

export interface ScannerCallParts {
  readonly settingsFile: SettingsFile;
  readonly door: Door;
  readonly lookUpMode: LookUpMode;
  readonly scanners: Scanners;
  readonly useAsWayOut: (on: boolean) => void;
}

type ScannerCalls = Pick<
  KioskHandlers,
  | 'scan'
  | 'readByCamera'
  | 'noteCamera'
  | 'lookUpOnly'
  | 'useAsWayOut'
  | 'missScan'
  | 'keepRhythms'
  | 'useWedge'
  | 'serialPorts'
  | 'useSerial'
  | 'forgetScanner'
  | 'testScanner'
  | 'tryScanners'
>;

/**
 * Calls about codes that the page has read from the keyboard, and about how the scanners are set
 * up.
 */
export function scannerCalls(parts: ScannerCallParts): ScannerCalls {
  const { settingsFile, door, lookUpMode, scanners } = parts;
  return {
    scan({ code, source }) {
      const taken = source === 'wedge' ? scanners.typedByScanner(code) : scanners.typedByHand(code);
      return ok({ taken });
    },
    readByCamera: ({ code, symbology }) => ok({ taken: scanners.readByCamera(code, symbology) }),
    noteCamera({ report }) {
      scanners.noteCamera(report);
      return ok(null);
    },
    lookUpOnly({ on }) {
      lookUpMode.set(on && door.selection !== null);
      return ok(null);
    },
    useAsWayOut({ on }) {
      parts.useAsWayOut(on);
      return ok(null);
    },
    missScan({ reason }) {
      scanners.missedByKeyboard(reason);
      return ok(null);
    },
    keepRhythms({ rhythms }) {
      scanners.keepRhythms(rhythms);
      return ok(null);
    },
    useWedge: ({ wedge }) =>
      ifNotManaged(settingsFile, 'wedge', () => {
        scanners.useWedge(wedge);
        return ok(null);
      }),
    serialPorts: async () => ok(await listSerialPorts()),
    useSerial: ({ serial }) =>
      ifNotManaged(settingsFile, 'serialScanners', async () => {
        await scanners.useSerial(serial);
        return ok(null);
      }),
    forgetScanner({ id }) {
      scanners.forget(id);
      return ok(null);
    },
    testScanner: ({ id, signal }) => scanners.testFeedback(id, signal),
    tryScanners({ on }) {
      scanners.try(on);
      return ok(null);
    },
  };
}
