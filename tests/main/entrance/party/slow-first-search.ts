/**
 * A thread that looks for a party, as on a machine where that takes for ever the first time: it never gets to its
 * answer. The next ones on the same copy answer.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { serveWorker } from '#main/base/serve-worker.ts';
import { partyOf, type PartyCalls } from '#main/entrance/party/party-calls.ts';

serveWorker<PartyCalls>(() => ({
  party(order) {
    const mark = `${order.path}.searched`;
    if (!existsSync(mark)) {
      writeFileSync(mark, '');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
    return partyOf(order);
  },
}));
