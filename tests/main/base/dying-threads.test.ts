import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EntrancesDesk } from '#main/entrance/entrances/entrances-desk.ts';
import { Search } from '#main/entrance/find/search.ts';
import { PartySearch } from '#main/entrance/party/party-search.ts';
import { programmeWorker } from '#main/platform/programme/refresh/worker-handle.ts';
import { BuildWorker } from '#main/snapshot/build-worker.ts';
import { ok } from '#shared/result.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** A thread that dies before it has answered anything. */
function dyingThread(): string {
  const path = join(temporaryFolder(), 'dying.mjs');
  writeFileSync(path, `throw new Error('a secret');`);
  return path;
}

const FILE = {
  ...{ path: '', keys: { lookup: new Uint8Array(32), seal: new Uint8Array(32) } },
  ...{ builtAt: 0, tickets: 0, showsPatrons: false },
};

// An error that reaches main would end the kiosk; here it would be an unhandled error of this run.
test.each<[string, (entry: string) => Promise<unknown>, unknown]>([
  [
    'a search',
    (entry) =>
      new Promise((resolve) => {
        const search = new Search(entry, FILE, () => search.stage === 'ended' && resolve('ended'));
      }),
    'ended',
  ],
  [
    'the search for a party',
    (entry) => new PartySearch(entry, FILE, 1, { performanceId: 1, buyer: '', sold: 1 }).answer,
    { type: 'unreadable' },
  ],
  [
    'a file of entrances',
    (workerEntry) =>
      new EntrancesDesk({ workerEntry, snapshot: () => null }).read(new Uint8Array(1)),
    { ok: false, error: { type: 'failed' } },
  ],
  [
    'a refresh of the programme',
    (entry) => {
      const worker = programmeWorker(entry, {} as never);
      const body = (async function* () {
        yield await Promise.resolve(ok(Buffer.from('{}')));
      })();
      return worker.read({ type: 'series' }, body, () => Promise.resolve());
    },
    { ok: true, value: { type: 'failed', code: 'Error' } },
  ],
  [
    'the build of a snapshot',
    (entry) => new BuildWorker(entry, {} as never, () => undefined).outcome,
    { type: 'crashed', code: 'Error' },
  ],
])('main goes on when a thread dies: %s', async (_, work, ending) => {
  expect(await work(dyingThread())).toEqual(ending);
});
