import { settleAll } from '#main/base/settle-all.ts';
import { Metrics } from '#main/operations/metrics/metrics.ts';
import { openSettingsFile, type SettingsFile } from '#main/settings/settings-file.ts';
import type { Fault } from '#shared/model/kiosk-state.ts';
import { mayBeAsked } from '#shared/plain-http.ts';
import { join } from 'node:path';
import type { CommandLine } from './command-line.ts';
import { httpOptions, type Common, type HostParts, type OpenedKiosk } from './host-parts.ts';
import { manage } from './manage.ts';
import { openDemo } from './open-demo.ts';
import { openDoor } from './open-door.ts';
import { housePageIn } from './house-page-module.ts';
import { openUpdates } from './open-updates.ts';

/** Makes the kiosk: that of a demonstration, if the command line asks for it, or that of the door. */
export async function openKiosk(parts: HostParts): Promise<OpenedKiosk> {
  const { version, Store, keyProtector, clock, logger } = parts;
  const { workers, exportFolder } = parts;
  const ownSettings = openSettingsFile(Store, { directory: parts.dataDirectory, version, logger });
  const { settingsFile, commandLine, ...managed } = await manage(ownSettings, parts);
  const fault = parts.fault ?? managed.fault ?? notPermitted(commandLine, settingsFile);
  const metrics = new Metrics({ version, clock, logger: logger.scope('metrics'), settingsFile });
  const updates =
    parts.updates && !commandLine.demo
      ? openUpdates({
          ...parts.updates,
          ...{ settingsFile, clock, logger: logger.scope('updates'), http: httpOptions(parts) },
          ledger: join(parts.dataDirectory, 'ledger.db'),
          newestSeen: join(parts.dataDirectory, 'newest-update.json'),
        })
      : null;
  const common = {
    clock,
    keyProtector,
    logger,
    settingsFile,
    workers,
    exportFolder,
    version,
    metrics,
    ...(parts.housePage !== undefined && { housePage: housePageIn(parts.housePage) }),
    machine: {
      installation: parts.dataDirectory,
      logFolder: join(parts.dataDirectory, 'logs'),
      crashFolder: parts.crashFolder ?? null,
      graphics: parts.graphics ?? (() => null),
    },
    ...(parts.appWindow && { appWindow: parts.appWindow }),
    ...rightsToLookAt(parts),
    ...(updates && { updates: updates.updates }),
    ...(parts.startAgain && { startAgain: parts.startAgain }),
  };
  const opened = commandLine.demo
    ? await openDemo({ ...parts, commandLine }, common, fault)
    : openDoor({ ...parts, commandLine }, common, fault);
  metrics.follow(opened.kiosk);
  updates?.follow(opened.kiosk);
  const close = async (): Promise<void> => {
    await metrics.close();
    await updates?.close();
  };
  return {
    ...opened,
    async close() {
      await settleAll([close(), opened.close()]);
    },
    async suspend() {
      await settleAll([close(), opened.suspend()]);
    },
  };
}

/** The settings tell which host may be asked by plain http, also for an address of the command line. */
function notPermitted({ baseUrl }: CommandLine, file: SettingsFile): Fault | null {
  return baseUrl === null || mayBeAsked(baseUrl, file.read().plainHttpHost)
    ? null
    : { type: 'plain-http', baseUrl };
}

/** Only the machine's own file is judged, not one that is named at the start. */
function rightsToLookAt({
  commandLine,
  settingsRights,
}: HostParts): Pick<Common, 'settingsRights'> {
  return commandLine.settingsFile === null && settingsRights ? { settingsRights } : {};
}
