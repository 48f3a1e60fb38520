import type { Workers } from '#main/kiosk-ports.ts';
import { fileURLToPath } from 'node:url';

const source = (path: string) => fileURLToPath(new URL(`../../src/main/${path}`, import.meta.url));

/** The kiosk's threads, as their source: Node runs them as they are. */
export const WORKERS: Workers = {
  programme: source('programme/refresh/worker.ts'),
  snapshot: source('cache/snapshot-worker.ts'),
  search: source('find/search-worker.ts'),
};
