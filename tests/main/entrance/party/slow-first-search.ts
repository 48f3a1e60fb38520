/**
 * A thread that looks for a party, as on a machine where that takes for ever the first time: it has loaded what it
 * needs, and never gets to its answer. The next ones on the same copy are as ever.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { partyOrderSchema } from '#main/entrance/party/messages.ts';

const mark = `${partyOrderSchema.parse(workerData).path}.searched`;
if (existsSync(mark)) {
  await import('#main/entrance/party/party-worker.ts');
} else {
  writeFileSync(mark, '');
  parentPort?.postMessage({ type: 'loaded' });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
