import { join } from 'node:path';
import { build } from 'vite';
import type { Workers } from '#main/kiosk.ts';
import { WORKERS } from '#tests/support/workers.ts';

/** Inside the project, so that the native module of SQLite is found from there. */
const OUT = join(import.meta.dirname, '../../../node_modules/.cache/usher-model');

/**
 * The kiosk's threads as they are when it is built: a source that Node first has to strip of its types
 * takes five times as long to start, which a test with hundreds of them cannot wait for. The programme
 * is no part of the model, and its thread does nothing.
 */
export async function quickWorkers(): Promise<Workers> {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: OUT,
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
  return { snapshot: join(OUT, 'snapshot.js'), programme: join(OUT, 'programme.js') };
}
