import { openCopyForWriting } from '#main/platform/programme/copy/file.ts';
import { readBody } from '#main/platform/programme/refresh/read-body.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { performanceOn } from './support/facts.ts';
import { everythingOf, openPlatform } from './support/platform.ts';
import { CLIENT, openProgramme } from './support/programme.ts';

const MIB = 1024 ** 2;
const ALL = { productionId: null, departmentId: null, offset: 0 };

/**
 * The work that this thread did between two turns of its loop, in milliseconds of its own processor
 * time: what others do to the machine meanwhile does not count.
 */
function watchThread() {
  let last = cpu();
  let longest = 0;
  let highestHeap = 0;
  const timer = setInterval(() => {
    longest = Math.max(longest, cpu() - last);
    highestHeap = Math.max(highestHeap, process.memoryUsage().heapUsed);
    last = cpu();
  }, 1);
  return {
    stop() {
      clearInterval(timer);
      return { longest: Math.max(longest, cpu() - last), highestHeap };
    },
  };
}

function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function busy(work: () => unknown): number {
  const before = cpu();
  work();
  return cpu() - before;
}

test('5,000 performances (25 MB) hold up no verdict, and leave nothing in memory', async () => {
  const server = new Worker(new URL('./support/heavy-platform.ts', import.meta.url));
  onTestFinished(async () => {
    await server.terminate();
  });
  const [baseUrl] = (await once(server, 'message')) as [string];
  const { programme, refreshed, settled } = openProgramme({ baseUrl });
  // The first time pays for what is compiled.
  await refreshed();
  expect(programme.state().problem).toBeNull();
  expect(programme.performances(ALL).total).toBe(5000);

  const heapBefore = process.memoryUsage().heapUsed;
  const watch = watchThread();
  programme.refresh();
  await settled();
  const { longest, highestHeap } = watch.stop();

  const queries = {
    board: () => programme.board(),
    month: () => programme.month(2026, 12),
    series: () => programme.series(),
    performances: () => programme.performances(ALL),
    lastPage: () => programme.performances({ ...ALL, offset: 4900 }),
    detail: () => programme.detail(100),
  };
  Object.values(queries).forEach((query) => query());

  // The same answer, read in this thread.
  const answer = await fetch(`${baseUrl}/public/events/client(${CLIENT})`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(bytes.byteLength).toBeGreaterThan(24 * MIB);
  const inThisThread = busy(() => readBody(bytes, { type: 'events' }, CLIENT));

  // By what the worker is for: a busy machine takes longer for both.
  const little = inThisThread / 4;
  expect(longest).toBeLessThan(little);
  for (const [name, query] of Object.entries(queries)) {
    expect(busy(query), name).toBeLessThan(little);
  }
  expect(highestHeap - heapBefore, 'a body is never in this heap').toBeLessThan(24 * MIB);
});

test('reading goes on beside a refresh that is being written', async () => {
  const dataDirectory = temporaryFolder();
  const performances = [performanceOn('2026-11-20', 20, { performanceId: 1 })];
  const platform = await openPlatform(everythingOf(performances, []));
  const { refreshed } = openProgramme({ ...platform, dataDirectory });
  const programme = await refreshed();

  const writer = openCopyForWriting(join(dataDirectory, 'programme.db'));
  writer.exec('BEGIN IMMEDIATE; DELETE FROM performance');
  // It reads what was before. Who waits for the writer, which is of this very thread, waits in vain.
  expect(programme.performances(ALL).total).toBe(1);
  writer.exec('COMMIT');
  expect(programme.performances(ALL).total).toBe(0);
  writer.close();
});
