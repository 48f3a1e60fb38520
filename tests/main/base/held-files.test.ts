import Conf from 'conf';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { systemCode } from '#main/base/system-code.ts';
import { replaceFile } from '#main/base/vault/replace-file.ts';
import { quarantine } from '#main/ledger/open-ledger.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import { SnapshotWriter } from '#main/snapshot/snapshot-writer.ts';
import { Snapshot } from '#main/snapshot/snapshot.ts';
import { barcode, ticket } from '#tests/main/snapshot/support/tickets.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** As a virus scanner does: opens a file, tells so, and closes it after a while, whatever goes on elsewhere. */
const HOLDER = `
const { closeSync, openSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const file = openSync(workerData.path, 'r');
parentPort.postMessage('open');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.ms);
closeSync(file);
`;

/** Resolves when another thread has the file open; `released` when it has not any more. */
async function holdOpen(path: string, ms: number): Promise<{ released: Promise<unknown> }> {
  const holder = new Worker(HOLDER, { eval: true, workerData: { path, ms } });
  const released = once(holder, 'exit');
  await once(holder, 'message');
  return { released };
}

/** Shorter than a rename waits, and longer. */
const BRIEFLY = 200;
const TOO_LONG = 1_500;

function codeOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return systemCode(error);
  }
}

// Elsewhere a file can be replaced while anybody has it open.
describe.skipIf(process.platform !== 'win32')('a file that another program has open', () => {
  test('for a moment is replaced after it', async () => {
    const path = join(temporaryFolder(), 'session.sealed');
    replaceFile(path, Buffer.from('old'));
    const { released } = await holdOpen(path, BRIEFLY);
    replaceFile(path, Buffer.from('new'));
    expect(readFileSync(path, 'utf8')).toBe('new');
    await released;
  });

  test('for long stays whole, is told of by its code, and is replaced the next time', async () => {
    const path = join(temporaryFolder(), 'session.sealed');
    replaceFile(path, Buffer.from('old'));
    const { released } = await holdOpen(path, TOO_LONG);
    expect(['EBUSY', 'EPERM', 'EACCES']).toContain(
      codeOf(() => replaceFile(path, Buffer.from('new'))),
    );
    expect(readFileSync(path, 'utf8')).toBe('old');
    await released;
    replaceFile(path, Buffer.from('newer'));
    expect(readFileSync(path, 'utf8')).toBe('newer');
  });

  test.each(['settings.json', 'settings.last-good.json'])(
    'settings are in force all the same, and are kept the next time (%s)',
    async (name) => {
      const directory = temporaryFolder();
      const logger = new RecordingLogger();
      const open = () => openSettingsFile(Conf, { directory, version: '1.0.0', logger });
      const settings = open();
      settings.write({ kioskName: 'old' });
      const { released } = await holdOpen(join(directory, name), 3 * TOO_LONG);
      settings.write({ kioskName: 'new' });
      expect(settings.read().kioskName).toBe('new');
      expect(logger.lines.join()).toMatch(/warn|error/);
      await released;
      settings.write({ venueName: 'The house' });
      expect(open().read()).toMatchObject({ kioskName: 'new', venueName: 'The house' });
    },
  );

  test('a damaged ledger is put aside after it', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'ledger.db');
    writeFileSync(path, 'no database');
    const { released } = await holdOpen(path, BRIEFLY);
    const aside = quarantine(path, `${path}.unreadable`);
    expect(readFileSync(aside, 'utf8')).toBe('no database');
    expect(readdirSync(folder)).toHaveLength(1);
    await released;
  });

  test('a snapshot that was just built is in its place after it', async () => {
    const folder = temporaryFolder();
    const building = join(folder, 'snapshot-1.building');
    const keys = { lookup: randomBytes(32), seal: randomBytes(32) };
    const filter = { clientId: 284 };
    const writer = new SnapshotWriter(building, keys, filter.clientId);
    for (let number = 0; number < 300; number += 1) writer.add(ticket(number));
    const { released } = await holdOpen(building, BRIEFLY);
    const path = join(folder, 'snapshot-1.db');
    const times = { platformTime: 1, kioskTime: 1 };
    writer.finish(path, {
      ...{ baseUrl: 'https://tickets.example', username: 'ada', filter, ...times },
      ...{
        offered: [],
        skipped: 0,
        platformValidators: null,
        isOfAnother: false,
      },
    });
    const snapshot = Snapshot.open(path, keys);
    expect(snapshot?.find(barcode(299))).toMatchObject({ ok: true, value: [{}] });
    snapshot?.close();
    await released;
  });
});
