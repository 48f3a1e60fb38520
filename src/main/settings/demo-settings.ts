import type { SettingsFile } from './settings-file.ts';
import type { Settings } from './settings.ts';

/**
 * The settings of a demonstration: which platform and what its door is open for mean nothing to any
 * other start, so they last until the kiosk ends. Everything else is the kiosk's own.
 */
export function demoSettings(file: SettingsFile): SettingsFile {
  let passing: Pick<Settings, 'server' | 'lastSelection' | 'programmeClientId'> = {
    server: null,
    lastSelection: null,
    programmeClientId: null,
  };
  return {
    managed: file.managed,
    managedBy: file.managedBy,
    read: () => ({ ...file.read(), ...passing }),
    write({
      server = passing.server,
      lastSelection = passing.lastSelection,
      programmeClientId = passing.programmeClientId,
      ...lasting
    }) {
      passing = { server, lastSelection, programmeClientId };
      if (Object.keys(lasting).length > 0) file.write(lasting);
    },
  };
}
