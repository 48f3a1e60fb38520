import { derivedOnce } from './derived-once.ts';
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
  const withPassing = () => derivedOnce((own: Settings) => ({ ...own, ...passing }));
  let inForce = withPassing();
  return {
    managed: file.managed,
    managedBy: file.managedBy,
    read: () => inForce(file.read()),
    write({
      server = passing.server,
      lastSelection = passing.lastSelection,
      programmeClientId = passing.programmeClientId,
      ...lasting
    }) {
      passing = { server, lastSelection, programmeClientId };
      inForce = withPassing();
      if (Object.keys(lasting).length > 0) file.write(lasting);
    },
  };
}
