import type { SettingsFile } from './settings-file.ts';
import type { Settings } from './settings.ts';

/**
 * The settings of a demonstration: its platform and selection are meaningless to any other start, so they
 * last until the kiosk ends. All others are the kiosk's own.
 */
export function demoSettings(file: SettingsFile): SettingsFile {
  let passing: Pick<Settings, 'server' | 'lastSelection' | 'programmeClientId'> = {
    server: null,
    lastSelection: null,
    programmeClientId: null,
  };
  const listeners = new Set<() => void>();
  let own = file.read();
  let inForce: Settings = { ...own, ...passing };
  function merge(): Settings {
    own = file.read();
    inForce = { ...own, ...passing };
    return inForce;
  }
  return {
    managed: file.managed,
    managedBy: file.managedBy,
    secrets: () => file.secrets(),
    // Demonstrations come and go while the file stays open: a subscription to it would never be removed.
    read: () => (file.read() === own ? inForce : merge()),
    write({
      server = passing.server,
      lastSelection = passing.lastSelection,
      programmeClientId = passing.programmeClientId,
      ...lasting
    }) {
      passing = { server, lastSelection, programmeClientId };
      merge();
      // Listeners are also subscribed to the file.
      if (Object.keys(lasting).length > 0) file.write(lasting);
      else for (const listener of listeners) listener();
    },
    onChange(listener) {
      const unfollow = file.onChange(listener);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        unfollow();
      };
    },
  };
}
