import type { Workers } from '#main/kiosk/kiosk.ts';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The kiosk's threads, as their source: Node runs them as they are. */
export const WORKER_SOURCES: Workers = {
  programme: source('src/main/platform/programme/refresh/worker.ts'),
  snapshot: source('src/main/snapshot/snapshot-worker.ts'),
  tickets: source('src/main/kiosk/ticket-worker.ts'),
  house: source('src/main/venue/house-worker.ts'),
};

/** Where `tests/support/build-workers.ts` says that it has built them. */
export const BUILT_WORKERS = 'USHER_BUILT_WORKERS';

const workersSchema = z.object({
  programme: z.string(),
  snapshot: z.string(),
  tickets: z.string(),
  house: z.string(),
});
const built = process.env[BUILT_WORKERS];

/** The kiosk's threads: built, where that was done for all tests, since most of their time is their start. */
export const WORKERS: Workers =
  built === undefined ? WORKER_SOURCES : workersSchema.parse(JSON.parse(built));
