import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { ThreadEnd } from '#main/base/thread-end.ts';
import { howMuch } from '#tests/support/how-much.ts';

/** A thread that loads SQLite, says so, and would stay. */
const THREAD = `
  const { parentPort } = require('node:worker_threads');
  const Database = require('better-sqlite3');
  new Database(':memory:');
  parentPort.on('message', () => undefined);
  parentPort.postMessage('loaded');`;

test('a thread that is ended while it loads SQLite ends alone, and not the whole kiosk', async () => {
  // Without it some of 1,500 ended this process.
  for (let turn = 0; turn < howMuch(60, 1_500); turn += 1) {
    const worker = new Worker(THREAD, { eval: true });
    const end = new ThreadEnd(worker);
    worker.once('message', () => end.noteLoaded());
    const ended = once(worker, 'exit');
    await once(worker, 'online');
    const until = performance.now() + (turn % 60) * 0.4;
    while (performance.now() < until);
    end.now();
    expect(await ended).toHaveLength(1);
  }
});
