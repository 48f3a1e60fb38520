import { createKiosk } from '#main/kiosk/create-kiosk.ts';
import { pinFileIn } from '#main/operations/lock/pin-file.ts';
import { createSwitchableHttp } from '#main/rehearsal/switchable-http.ts';
import { prepareRehearsal } from '#main/rehearsal/prepare-rehearsal.ts';
import { SwitchingKiosk } from '#main/rehearsal/switching-kiosk.ts';
import { demoSettings } from '#main/settings/demo-settings.ts';
import { createHttp } from '#main/platform/ticketing/http.ts';
import { openVault } from '#main/base/vault/vault.ts';
import type { Fault } from '#shared/model/kiosk-state.ts';
import { join } from 'node:path';
import { hidOf, httpOptions, type Common, type HostParts, type OpenedKiosk } from './host-parts.ts';

/** Makes the kiosk of the door, and of the rehearsals between. */
export function openDoor(parts: HostParts, common: Common, fault: Fault | null): OpenedKiosk {
  const { forkBoxOffice, commandLine, dataDirectory, keyProtector, clock, logger } = parts;
  const timings = parts.timings && { timings: parts.timings };
  // One for all doors that are opened here: a key that only this run has would else be several.
  const vault = openVault(dataDirectory, keyProtector, logger.scope('vault'));
  const kiosk = new SwitchingKiosk({
    logger,
    openRealDoor(switchTo) {
      const http = createSwitchableHttp(() => createHttp(httpOptions(parts)));
      const real = createKiosk(
        { ...common, vault, dataDirectory, fetch: http.fetch, hid: hidOf(parts) },
        {
          ...{ baseUrl: commandLine.baseUrl, demo: null, fault, ...timings },
          // A kiosk with a fault was never started: it has no door to come back to.
          ...(fault === null && { rehearsal: { isOn: false, switchTo } }),
        },
      );
      return { kiosk: real, dataDirectory, http };
    },
    prepareRehearsal: (switchTo, signal) =>
      prepareRehearsal(
        {
          ...{ fork: forkBoxOffice, clock, logger },
          folder: join(dataDirectory, 'rehearsal'),
          createKiosk: ({ baseUrl, guide, ...own }) =>
            createKiosk(
              {
                ...common,
                ...own,
                settingsFile: demoSettings(common.settingsFile),
                pinFile: pinFileIn(dataDirectory, vault),
                hid: hidOf(parts),
              },
              {
                baseUrl,
                demo: guide,
                fault: null,
                rehearsal: { isOn: true, switchTo },
                ...timings,
              },
            ),
        },
        signal,
      ),
  });
  return {
    kiosk,
    dataDirectory: () => kiosk.dataDirectory,
    close: () => kiosk.stop(),
    suspend: () => kiosk.suspend(),
  };
}
