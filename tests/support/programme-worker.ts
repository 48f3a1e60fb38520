import { fileURLToPath } from 'node:url';

/** The thread that reads the programme, as its source: Node runs it as it is. */
export const PROGRAMME_WORKER = fileURLToPath(
  new URL('../../src/main/programme/refresh/worker.ts', import.meta.url),
);
