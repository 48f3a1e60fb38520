/** Builds snapshots without end, for measures of what else is going on meanwhile. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { SnapshotWriter } from '#main/cache/snapshot-writer.ts';
import { TicketReader } from '#main/cache/ticket-reader.ts';
import { pieces } from './tickets.ts';

const { directory, tickets } = z
  .object({ directory: z.string(), tickets: z.number() })
  .parse(workerData);
const filter = { clientId: 284 };
const keys = { lookup: randomBytes(32), seal: randomBytes(32) };

parentPort?.postMessage('building');
for (;;) {
  const path = join(directory, 'another.db');
  const writer = new SnapshotWriter(`${path}.building`, keys, filter.clientId);
  const reader = new TicketReader(filter, (ticket) => writer.add(ticket));
  for (const piece of pieces(filter, tickets)) reader.write(piece);
  reader.end();
  writer.finish(path, { platform: '', filter, platformTime: 0, kioskTime: 0, skipped: 0 });
}
