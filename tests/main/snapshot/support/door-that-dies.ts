/**
 * A process that builds a snapshot from a download without end, until somebody kills it. It tells
 * when tickets have been written.
 */
import { createSnapshots } from '#main/snapshot/snapshots.ts';
import type { BodyStream } from '#main/platform/ticketing/download.ts';
import { ok } from '#shared/result.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { head, ticket } from './tickets.ts';
import { wholeDownload } from './whole-download.ts';

const [directory = '', worker = ''] = process.argv.slice(2);
const filter = { clientId: 284 };

async function* withoutEnd(): BodyStream {
  yield ok(Buffer.from(head(filter)));
  for (let number = 0; ; number += 1) {
    await Promise.resolve();
    yield ok(Buffer.from(`${number === 0 ? '' : ','}${JSON.stringify(ticket(number))}`));
  }
}

const snapshots = createSnapshots({
  directory,
  // The keys that the test has, too.
  vault: { key: (purpose) => Buffer.alloc(32, purpose) },
  clock: systemClock,
  logger: new RecordingLogger(),
  platformTime: Date.now,
  workerEntry: new URL(worker),
  scope: () => ({ baseUrl: 'https://tickets.example', filter, username: 'ada' }),
  offered: () => Promise.resolve([]),
  download: () => Promise.resolve(ok(wholeDownload(withoutEnd()))),
  onChange() {
    if ((snapshots.state().refreshing?.tickets ?? 0) > 500) process.send?.('building');
  },
});
snapshots.start();
