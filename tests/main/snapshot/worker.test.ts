import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { err, ok } from '#shared/result.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { smallDisk } from '#tests/main/ledger/small-disk.ts';
import { eventually } from '#tests/support/eventually.ts';
import { howMuch } from '#tests/support/how-much.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  leaveSnapshot,
  openSnapshots,
  SCOPE,
  start,
  streamOf,
  WORKER,
} from './support/open-snapshots.ts';
import { barcode, pieces, ticket } from './support/tickets.ts';

const { filter } = SCOPE;
const download = (count: number) => () => Promise.resolve(ok(streamOf(pieces(filter, count))));
const unreachable = () =>
  Promise.resolve(err({ type: 'offline' as const, reason: 'unreachable' as const }));

/** A worker made of these words of JavaScript. */
const workerOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

describe('a worker that dies', () => {
  test.each([
    ['by a bug', "throw new Error('a secret of a guest')", 'Error'],
    [
      'in the middle of its work',
      "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(1));",
      'unknown',
    ],
    [
      'for want of memory',
      'const kept = []; for (;;) kept.push(Array(1e5).fill(kept.length));',
      'ERR_WORKER_OUT_OF_MEMORY',
    ],
  ])(
    '%s costs one refresh, and not the snapshot in use',
    async (_how, code, reason) => {
      const { directory, vault } = await leaveSnapshot();

      const workerEntry = workerOf(code);
      const { snapshots, logger } = openSnapshots({
        directory,
        vault,
        workerEntry,
        download: download(3000),
      });
      snapshots.start();
      await eventually(() => expect(snapshots.state().problem).not.toBeNull());
      expect(snapshots.state()).toMatchObject({
        tickets: 300,
        problem: { type: 'crashed', code: reason },
        refreshing: null,
      });
      expect(snapshots.find(284, barcode(1))).toStrictEqual({ ok: true, value: [ticket(1)] });
      expect(logger.lines.join()).not.toContain('secret');
    },
    60_000,
  );
});

describe('a kiosk that is killed in the middle of a build', () => {
  test('starts with the snapshot that it had, and cleans up', async () => {
    // The keys that the other process has, too.
    const vault = { key: (purpose: string) => Buffer.alloc(32, purpose) };
    // And its time, in which the snapshot is not too old.
    const now = { clock: systemClock, platformTime: Date.now };
    const { directory } = await leaveSnapshot({ ...now, vault });
    const before = readdirSync(directory);

    const door = fork(new URL('support/door-that-dies.ts', import.meta.url), [
      directory,
      WORKER.href,
    ]);
    await once(door, 'message');
    door.kill('SIGKILL');
    await once(door, 'exit');
    const left = ['snapshot-2.building'];
    expect(readdirSync(directory).sort()).toStrictEqual([...before, ...left]);
    // A crash of SQLite itself could leave more beside it.
    writeFileSync(join(directory, 'snapshot-2.building-journal'), '');

    const { snapshots } = openSnapshots({ ...now, directory, vault, download: unreachable });
    snapshots.start();
    expect(readdirSync(directory)).toStrictEqual(before);
    expect(snapshots.state().tickets).toBe(300);
    expect(snapshots.find(284, barcode(299))).toStrictEqual({ ok: true, value: [ticket(299)] });
  }, 60_000);
});

describe('while a snapshot is built', () => {
  test('the door decides by the old one, and then by the new one', async () => {
    let count = 500;
    const { snapshots, directory } = openSnapshots({ download: () => download(count)() });
    await start(snapshots);
    count = 20_000;
    void snapshots.refresh();
    let meanwhile = 0;
    for (let number = 0; snapshots.state().refreshing !== null; number = (number + 7) % 500) {
      const found = snapshots.find(284, barcode(number));
      expect(found).toMatchObject({ ok: true, value: [{ ticketId: ticket(number).ticketId }] });
      if ((snapshots.state().refreshing?.tickets ?? 0) > 0) meanwhile += 1;
      await otherWork();
    }
    expect(meanwhile).toBeGreaterThan(100);
    expect(snapshots.state()).toMatchObject({ tickets: 20_000, refreshing: null, problem: null });
    expect(snapshots.find(284, barcode(19_999))).toStrictEqual({
      ok: true,
      value: [ticket(19_999)],
    });
    // Personal data goes with its snapshot.
    expect(readdirSync(directory)).toHaveLength(1);
  }, 60_000);

  test('nothing that can be read is on the disk', async () => {
    const { snapshots, directory } = openSnapshots({ download: download(10_000) });
    snapshots.start();
    let looked = 0;
    await eventually(() => {
      for (const name of readdirSync(directory)) {
        const bytes = readFileSync(join(directory, name));
        looked = Math.max(looked, bytes.length);
        for (const secret of [barcode(3), 'Quittenbaum', '@quittenbaum', 'Speicherstrasse']) {
          expect(bytes.includes(secret), `${secret} in ${name}`).toBe(false);
        }
      }
      expect(snapshots.state().tickets).toBe(10_000);
    });
    expect(looked).toBeGreaterThan(1_000_000);
  }, 60_000);

  test('memory does not grow with the number of tickets', async () => {
    const memoryOf = async (count: number) => {
      const { snapshots, logger } = openSnapshots({ download: download(count) });
      snapshots.start();
      await eventually(() => expect(snapshots.state().tickets).toBe(count));
      await snapshots.stop();
      const line = logger.lines.find((each) => each.includes('"memory"')) ?? '';
      return Number(/"memory":(\d+)/.exec(line)?.[1]);
    };
    const few = await memoryOf(10_000);
    const many = await memoryOf(howMuch(150_000, 200_000));
    expect(few).toBeGreaterThan(1_000_000);
    // Kept, the 140 000 tickets more would take over 100 MB; what has yet to be collected, some 30.
    expect(many - few).toBeLessThan(70_000_000);
  }, 300_000);
});

describe('a disk', () => {
  test('that is nearly full is left to the verdicts', async () => {
    const { directory, vault } = await leaveSnapshot();
    const before = readdirSync(directory);

    const spare = Number.MAX_SAFE_INTEGER;
    const { snapshots } = openSnapshots({ directory, vault, spare, download: download(400) });
    snapshots.start();
    await eventually(() => expect(snapshots.state().problem).not.toBeNull());
    expect(snapshots.state()).toMatchObject({
      tickets: 300,
      problem: { type: 'disk', code: 'ENOSPC' },
    });
    expect(readdirSync(directory)).toStrictEqual(before);
  });

  test('that is full in the middle of a build keeps the old snapshot, and nothing of the new one', async ({
    skip,
  }) => {
    const disk = smallDisk(4) ?? skip('this user cannot mount a disk');
    let count = 300;
    const { snapshots } = openSnapshots({
      directory: disk,
      spare: 0,
      download: () => download(count)(),
    });
    await start(snapshots);
    expect(snapshots.state()).toMatchObject({ tickets: 300, problem: null });
    const before = readdirSync(disk);
    count = 20_000;
    await snapshots.refresh();
    expect(snapshots.state()).toMatchObject({
      tickets: 300,
      problem: { type: 'disk', code: 'SQLITE_FULL' },
    });
    expect(readdirSync(disk)).toStrictEqual(before);
    expect(snapshots.find(284, barcode(299))).toStrictEqual({ ok: true, value: [ticket(299)] });
    await snapshots.stop();
  }, 60_000);

  test('on which there is no place leaves the old snapshot in use and says so', async () => {
    const { directory, vault } = await leaveSnapshot();
    // Where the next one would be built there is something that cannot be written to.
    const { snapshots } = openSnapshots({ directory, vault, download: download(300) });
    const [name = ''] = readdirSync(directory);
    const number = Number(/\d+/.exec(name)?.[0]) + 1;
    mkdirSync(join(directory, `snapshot-${number}.building`));
    snapshots.start();
    await eventually(() => expect(snapshots.state().problem).not.toBeNull());
    expect(snapshots.state()).toMatchObject({ tickets: 300, problem: { type: 'disk' } });
    expect(snapshots.find(284, barcode(1))).toStrictEqual({ ok: true, value: [ticket(1)] });
  }, 60_000);

  test('without the folder does not keep the kiosk from starting', async () => {
    const file = join(temporaryFolder(), 'taken');
    writeFileSync(file, '');
    const { snapshots } = openSnapshots({
      directory: join(file, 'snapshots'),
      download: download(300),
    });
    snapshots.start();
    expect(snapshots.usable(Date.now())).toStrictEqual({ status: 'none' });
    await eventually(() => expect(snapshots.state().problem).not.toBeNull());
    expect(snapshots.state().problem).toMatchObject({ type: 'disk' });
  });
});
