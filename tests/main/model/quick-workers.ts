import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { onTestFinished } from 'vitest';
import type { Workers } from '#main/kiosk-ports.ts';
import { WORKERS } from '#tests/support/workers.ts';

/** Inside the project, so that the native module of SQLite is found from there. */
const PLACE = join(import.meta.dirname, '../../../node_modules/.cache');

/**
 * The kiosk's threads as they are when it is built: a source that Node first has to strip of its types
 * takes five times as long to start, which a test with hundreds of them cannot wait for. The programme
 * is no part of the model, and its thread does nothing.
 */
export async function quickWorkers(): Promise<Workers> {
  mkdirSync(PLACE, { recursive: true });
  const folder = mkdtempSync(join(PLACE, 'usher-model-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: {
        input: {
          snapshot: WORKERS.snapshot,
          programme: join(import.meta.dirname, 'idle-worker.ts'),
        },
        output: { entryFileNames: '[name].js' },
      },
    },
    ssr: { noExternal: ['zod'] },
  });
  const built = { snapshot: join(folder, 'snapshot.js'), programme: join(folder, 'programme.js') };
  return { ...WORKERS, ...built };
}
