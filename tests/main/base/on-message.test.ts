import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programmeWorker } from '#main/platform/programme/refresh/worker-handle.ts';
import { BuildWorker } from '#main/snapshot/build-worker.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { ok } from '#shared/result.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** A thread that never says what it should, and never ends. */
function oddThread(): string {
  const path = join(temporaryFolder(), 'odd.mjs');
  writeFileSync(
    path,
    `import { parentPort } from 'node:worker_threads';
     parentPort.postMessage({ type: 'loaded' });
     parentPort.postMessage({ type: 'nonsense', tickets: 'many' });
     parentPort.on('message', () => undefined);`,
  );
  return path;
}

// Thrown in main, it would end the kiosk; here it would be an unhandled error of this run.
test.each<[string, (entry: string) => Promise<unknown>, unknown]>([
  [
    'the build of a snapshot',
    (entry) => new BuildWorker(entry, {} as never, () => undefined).outcome,
    { type: 'crashed', code: 'unknown' },
  ],
  [
    'a refresh of the programme',
    async (entry) => {
      const worker = programmeWorker(entry, {} as never, systemClock);
      const body = (async function* () {
        yield await Promise.resolve(ok(Buffer.from('{}')));
      })();
      return worker.read({ type: 'series' }, body, () => Promise.resolve());
    },
    { ok: true, value: { type: 'failed', code: 'ended' } },
  ],
])('a thread that says nonsense has failed, and main goes on: %s', async (_, work, ending) => {
  expect(await work(oddThread())).toEqual(ending);
});
