import type { Plugin } from 'vite';
import { licencesText, ownLicence, shippedLicences } from './shipped.ts';

const NAME = 'virtual:licences';
const FILE = 'licences.txt';

/**
 * The licences of what ships, for the page (`virtual:licences`) and, after Usher's own, as a file of the
 * package. The build
 * fails if it takes in a package whose licence would not be there.
 *
 * @param root - the project's folder
 */
export function licencesPlugin(root: string): Plugin {
  return {
    name: 'licences',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) =>
      id === `\0${NAME}` ? `export default ${JSON.stringify(shippedLicences(root))};` : null,
    generateBundle() {
      const licences = shippedLicences(root);
      const names = new Set(licences.map(({ name }) => name));
      const modules = [...this.getModuleIds()];
      const missing = packagesOf(modules).filter((name) => !names.has(name));
      if (missing.length > 0) {
        this.error(`in the bundle, and not among the licences: ${missing.join(', ')}`);
      }
      // Once, by the side that shows them.
      if (!modules.includes(`\0${NAME}`)) return;
      const source = licencesText(ownLicence(root), licences);
      this.emitFile({ type: 'asset', fileName: FILE, source });
    },
  };
}

/** The packages that modules are of, each once. */
export function packagesOf(modules: Iterable<string>): string[] {
  const found = [...modules].flatMap((id) => {
    const [, name] =
      /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/')) ?? [];
    return name === undefined || name.startsWith('.') ? [] : [name];
  });
  return [...new Set(found)];
}
