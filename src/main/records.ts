import type { KioskState } from '#shared/model/kiosk-state.ts';
import { Discrepancies } from './discrepancies.ts';
import type { ExportParts } from './export/parts.ts';
import { History } from './history.ts';
import type { KioskOptions, KioskPorts } from './kiosk-ports.ts';
import type { LedgerKeeper } from './ledger/keeper.ts';
import type { Lock } from './lock/lock.ts';
import { zoneInUse } from './settings/operator.ts';
import { SupportBundle } from './support/bundle.ts';
import type { PlatformClock } from './sync/platform-clock.ts';

export interface RecordsParts {
  readonly ports: KioskPorts;
  readonly options: Pick<KioskOptions, 'rehearsal'>;
  readonly keeper: LedgerKeeper;
  readonly platformClock: PlatformClock;
  readonly lock: Lock;
  readonly state: () => KioskState;
}

/** What people read of the ledger, and take away as files. */
export function openRecords({ ports, options, keeper, platformClock, lock, state }: RecordsParts) {
  const { settingsFile, logger, machine } = ports;
  const exports: ExportParts = {
    folder: ports.exportFolder,
    ofKiosk() {
      const { kioskName, patronDetails } = settingsFile.read();
      // In the file's name, and in every line: it must never pass for what happened at the door.
      return {
        kioskName: options.rehearsal?.isOn ? `${kioskName} (rehearsal)` : kioskName,
        timeZone: zoneInUse(settingsFile),
        showsNames: patronDetails.includes('name'),
      };
    },
  };
  return {
    discrepancies: new Discrepancies(keeper, platformClock, exports),
    history: new History(keeper, platformClock, exports, () => {
      const { hasPin, isUnlocked } = lock.state();
      // Without a PIN, whoever looks may be anybody.
      return hasPin && isUnlocked;
    }),
    supportBundle: new SupportBundle({
      ...{ exports, state, keeper, settingsFile },
      clock: ports.clock,
      logger: logger.scope('support'),
      dataDirectory: ports.dataDirectory,
      ...(machine && { machine }),
    }),
  };
}
