import type { SettingsFile } from './settings-file.ts';
import type { Settings } from './settings.ts';

/** What a demonstration has for itself. */
type Passing = Pick<
  Settings,
  'server' | 'lastSelection' | 'programmeClientId' | 'isWayOut' | 'outputs'
>;

/**
 * The settings of a demonstration: its platform and selection are meaningless to any other start, so they
 * last until the kiosk ends; so do what a trainee makes of the gates, and a door that was turned into a way out.
 * All others are the kiosk's own.
 */
export function demoSettings(file: SettingsFile): SettingsFile {
  const listeners = new Set<() => void>();
  let own = file.read();
  let passing: Passing = {
    ...{ server: null, lastSelection: null, programmeClientId: null },
    ...{ isWayOut: own.isWayOut, outputs: own.outputs },
  };
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
      isWayOut = passing.isWayOut,
      outputs = passing.outputs,
      ...lasting
    }) {
      passing = { server, lastSelection, programmeClientId, isWayOut, outputs };
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
