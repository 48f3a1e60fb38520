import type { CompilerOptions } from '@inlang/paraglide-js';
import { resolve } from 'node:path';

/**
 * How the texts of `src/renderer/i18n/messages` become typed functions.
 *
 * @param root - the project's folder
 */
export function messages(root: string): CompilerOptions {
  const folder = resolve(root, 'src/renderer/i18n');
  return {
    project: resolve(folder, 'project.inlang'),
    outdir: resolve(folder, 'paraglide'),
    // A module for each language: hundreds, one for each message, would be loaded one by one in tests.
    outputStructure: 'locale-modules',
    // The kiosk says which language; nothing is kept in cookies, and there is no server.
    strategy: ['baseLocale'],
    isServer: 'false',
    emitReadme: false,
    // Others may be reading what does not change.
    cleanOutdir: false,
  };
}
