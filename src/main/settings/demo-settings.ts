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
    // Demonstrations come and go while the file stays: nothing of them follows it that nobody would end.
    read: () => (file.read() === own ? inForce : merge()),
    write({
      server = passing.server,
      lastSelection = passing.lastSelection,
      programmeClientId = passing.programmeClientId,
      ...lasting
    }) {
      passing = { server, lastSelection, programmeClientId };
      merge();
      // Whoever listens here listens to the file as well.
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
