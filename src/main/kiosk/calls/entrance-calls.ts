import type { EntrancesDesk } from '#main/entrance/entrances/entrances-desk.ts';
import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import { ifNotManaged } from '#main/kiosk/settings-in-force.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import { err, ok } from '#shared/result.ts';

export interface EntranceCallParts {
  readonly settingsFile: SettingsFile;
  readonly entrancesDesk: EntrancesDesk;
  readonly letInHere: (sequence: number) => boolean;
}

type EntranceCalls = Pick<
  KioskHandlers,
  'letInHere' | 'entrances' | 'useEntrances' | 'readEntrances' | 'tryEntrances'
>;

/** Calls about the entrances of the house, and about guests who stand at the wrong one. */
export function entranceCalls(parts: EntranceCallParts): EntranceCalls {
  const { settingsFile, entrancesDesk } = parts;
  return {
    letInHere: ({ sequence }) =>
      parts.letInHere(sequence) ? ok(null) : err({ type: 'not-shown' }),
    entrances: () => ok(settingsFile.read().entrances),
    useEntrances: ({ entrances }) =>
      ifNotManaged(settingsFile, 'entrances', () => {
        settingsFile.write({ entrances });
        return ok(null);
      }),
    readEntrances: ({ file }) => entrancesDesk.read(Buffer.from(file, 'base64')),
    tryEntrances: ({ entrances }) => entrancesDesk.try(entrances),
  };
}
