import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

/** The Electron that is packed. */
interface PackedElectron {
  /** Where it is unpacked already; null: electron-builder gets the one that package.json names. */
  readonly folder: string | null;
  readonly inWords: string;
}

/**
 * Which Electron is packed: the one that package.json names, or the one that the electron package
 * itself would run, if somebody has put another in its place.
 *
 * @param forThisSystem another one, in a folder, is for this system alone
 */
export function whichElectron(forThisSystem: boolean): PackedElectron {
  const named = manifest.devDependencies.electron;
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '';
  if (folder === '' || !forThisSystem)
    return { folder: null, inWords: `Packing Electron ${named}` };
  const found = readFileSync(join(folder, 'version'), 'utf8').trim();
  return {
    folder,
    inWords: `Packing Electron ${found} from ELECTRON_OVERRIDE_DIST_PATH, not ${named}: to try it out, not for doors`,
  };
}
