import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Workers } from '#main/kiosk/kiosk.ts';
import { builtWorkers } from '#tests/support/built-workers.ts';
import { WORKER_SOURCES } from '#tests/support/workers.ts';

/** The model's threads. The programme is no part of it, and its thread does nothing. */
export async function quickWorkers(): Promise<Workers> {
  const programme = join(import.meta.dirname, 'idle-worker.ts');
  const { workers, remove } = await builtWorkers({ ...WORKER_SOURCES, programme });
  onTestFinished(remove);
  return workers;
}
