import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SnapshotWriter } from '#main/snapshot/snapshot-writer.ts';
import { TicketReader } from '#main/snapshot/ticket-reader.ts';
import { pieces } from '#tests/main/snapshot/support/tickets.ts';
import { BareRows } from './bare-rows.ts';
import type { Figure } from './figures.ts';
import { FILTER, PLATFORM } from './house.ts';
import { inFolder } from './in-folder.ts';
import { Stopwatch } from './stopwatch.ts';

/**
 * Building a sealed snapshot, and parsing the same JSON and inserting it plain: one after the other,
 * several times, because the first ones are slower and other things come in between. The best counts.
 *
 * @param inAll how many tickets are built altogether; at least two builds are made
 */
export async function measureBuilding(tickets: number, inAll: number): Promise<Figure[]> {
  const ours: Stopwatch[] = [];
  const bare: Stopwatch[] = [];
  const builds = Math.max(2, Math.ceil(inAll / tickets));
  for (let build = 0; build < builds; build += 1) {
    bare.push(await inFolder((folder) => buildPlain(folder, tickets)));
    ours.push(await inFolder((folder) => buildSealed(folder, tickets)));
  }
  const best = (watches: readonly Stopwatch[], of: 'wall' | 'cpu') =>
    Math.min(...watches.map((watch) => watch[of])) / 1000;
  const figure = (name: string, of: 'wall' | 'cpu'): Figure => ({
    what: `building a snapshot, ${name}`,
    size: tickets,
    ours: best(ours, of),
    bare: best(bare, of),
    unit: 's',
    toReach: { ratio: 2 },
  });
  return [figure('processor time', 'cpu'), figure('wall time', 'wall')];
}

function buildSealed(folder: string, tickets: number): Stopwatch {
  const watch = new Stopwatch();
  const path = join(folder, 'sealed.db');
  const keys = { lookup: randomBytes(32), seal: randomBytes(32) };
  const writer = watch.time(() => new SnapshotWriter(`${path}.building`, keys, FILTER.clientId));
  const reader = new TicketReader(FILTER, (ticket) => writer.add(ticket));
  for (const piece of pieces(FILTER, tickets)) watch.time(() => reader.write(piece));
  watch.time(() => {
    if (reader.end().type !== 'value') throw new Error('the download is not what it should be');
    const about = {
      baseUrl: PLATFORM,
      filter: FILTER,
      username: 'ada',
      platformTime: 0,
      kioskTime: 0,
      offered: [],
      skipped: 0,
      platformValidators: null,
      isOfAnother: false,
    };
    writer.finish(path, about);
  });
  return watch;
}

function buildPlain(folder: string, tickets: number): Stopwatch {
  const watch = new Stopwatch();
  const rows = watch.time(() => new BareRows(join(folder, 'plain.db')));
  for (const piece of pieces(FILTER, tickets)) {
    const array = arrayOf(piece);
    watch.time(() => rows.write(array));
  }
  watch.time(() => rows.end());
  return watch;
}

/** The tickets of a piece of a download, as JSON: it begins with a comma, or the answer does. */
function arrayOf(piece: Buffer): Buffer {
  const isFirst = piece.at(0) === '{'.charCodeAt(0);
  const start = isFirst ? piece.indexOf('[') + 1 : Number(piece.at(0) === ','.charCodeAt(0));
  const end = piece.subarray(-2).toString() === ']}' ? piece.length - 2 : piece.length;
  return Buffer.concat([Buffer.from('['), piece.subarray(start, end), Buffer.from(']')]);
}
