import type { TestProject } from 'vitest/node';
import { builtWorkers } from './built-workers.ts';
import { BUILT_WORKERS, WORKER_SOURCES } from './workers.ts';

/**
 * Builds the kiosk's threads once for all projects of a run, and clears them away after it. Whoever watches
 * changes them meanwhile: then they run as they are.
 */
export default async function setup({ config }: TestProject): Promise<() => void> {
  if (config.watch || process.env[BUILT_WORKERS] !== undefined) return () => undefined;
  const { workers, remove } = await builtWorkers(WORKER_SOURCES);
  process.env[BUILT_WORKERS] = JSON.stringify(workers);
  return () => {
    // Whoever runs tests once more in this process builds them anew.
    Reflect.deleteProperty(process.env, BUILT_WORKERS);
    remove();
  };
}
