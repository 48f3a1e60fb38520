import type { Workers } from '#main/kiosk/kiosk.ts';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** Inside the project, so that the native module of SQLite is found from there. */
const PLACE = join(import.meta.dirname, '../../node_modules/.cache');

/**
 * Threads as they are when the kiosk is built: a source that Node first has to strip of its types
 * takes five times as long to start, which a test with hundreds of them cannot wait for.
 */
export async function builtWorkers(entries: Workers) {
  mkdirSync(PLACE, { recursive: true });
  const folder = mkdtempSync(join(PLACE, 'usher-workers-'));
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: { input: { ...entries }, output: { entryFileNames: '[name].js' } },
    },
    ssr: { noExternal: ['zod'] },
  });
  const built = (name: keyof Workers) => join(folder, `${name}.js`);
  const workers: Workers = {
    programme: built('programme'),
    snapshot: built('snapshot'),
    tickets: built('tickets'),
    house: built('house'),
  };
  return { workers, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
