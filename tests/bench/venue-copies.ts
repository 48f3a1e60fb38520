import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '#main/base/system-clock.ts';
import { HouseNeighbours } from '#main/kiosk/neighbours.ts';
import { FACTS_PIECE } from '#main/snapshot/lending.ts';
import { lentFactsSchema } from '#main/snapshot/neighbours.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { Venue } from '#main/venue/venue.ts';
import { ok } from '#shared/result.ts';
import { wholeDownload } from '#tests/main/snapshot/support/whole-download.ts';
import { EVENING } from '#tests/main/ledger/support.ts';
import { envelopesOf, keysOf } from '#tests/support/door-keys.ts';
import { NO_COPIES } from '#tests/support/no-copies.ts';
import type { Figure } from './figures.ts';
import { downloadOf, openSnapshotsWith, startSnapshots } from './house.ts';
import { openVenueAlone, PASSPHRASE } from './venue-door.ts';

/** How many turns each is measured; the quickest counts. */
const TURNS = 3;

/**
 * How long a door takes to take over so many tickets from another one, beside building the same of a download that
 * costs nothing; and the pieces alone through the broker, beside the same over a connection of their own.
 */
export async function measureCopies(
  tickets: number,
  folder: string,
  url: string,
  workerEntry: string,
): Promise<Figure[]> {
  const place = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path);
    return path;
  };
  const { snapshots: lent } = openSnapshotsWith({
    directory: place('lent'),
    platformTime: () => EVENING,
    download: () => Promise.resolve(ok(wholeDownload(downloadOf(tickets)))),
  });
  await startSnapshots(lent);
  const lender = await openVenueAlone(place('lender'), url, workerEntry, {
    copies: { ...NO_COPIES, held: () => lent.held(), lend: (asked) => lent.lend(asked) },
  });
  const taker = await openVenueAlone(place('taker'), url, workerEntry);
  try {
    while (lender.state.doors.length === 0 || taker.state.doors.length === 0) await wait(5);
    lender.follow();
    const takes: number[] = [];
    const builds: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      takes.push(await take(taker, place(`taken ${turn}`)));
      builds.push(await build(place(`built ${turn}`), tickets));
    }
    const pieces = piecesOf(lent);
    const [brokered, direct] = [await throughBroker(taker, lent), await overTcp(pieces)];
    return [
      {
        what: 'tickets taken over from another door, beside building them of a download',
        size: tickets,
        ours: Math.min(...takes) / 1_000,
        bare: Math.min(...builds) / 1_000,
        unit: 's',
        toReach: null,
      },
      {
        what: 'their pieces through the broker, beside a connection between the two',
        size: tickets,
        ours: brokered / 1_000,
        bare: direct / 1_000,
        unit: 's',
        toReach: null,
      },
    ];
  } finally {
    await Promise.all([lender.end(), taker.end(), lent.stop()]);
  }
}

function neighboursOf(venue: Venue): HouseNeighbours {
  return new HouseNeighbours({
    venue,
    clock: systemClock,
    canDownload: () => false,
    showsPatrons: () => true,
  });
}

async function take(venue: Venue, directory: string): Promise<number> {
  const { snapshots } = openSnapshotsWith({
    directory,
    platformTime: () => EVENING,
    neighbours: neighboursOf(venue),
    download: () => Promise.reject(new Error('the platform is not there')),
  });
  const start = performance.now();
  await startSnapshots(snapshots);
  const took = performance.now() - start;
  if (snapshots.state().tickets === null) throw new Error('nothing was taken over');
  await snapshots.stop();
  return took;
}

async function build(directory: string, tickets: number): Promise<number> {
  const { snapshots } = openSnapshotsWith({
    directory,
    download: () => Promise.resolve(ok(wholeDownload(downloadOf(tickets)))),
  });
  const start = performance.now();
  await startSnapshots(snapshots);
  const took = performance.now() - start;
  await snapshots.stop();
  return took;
}

/** All pieces, as they are lent. */
function piecesOf(lent: Snapshots): readonly string[] {
  const download = lent.held()[0]?.download ?? '';
  const piece = (number: number) =>
    lent.lend({ download, piece: number, isSameUser: () => true }) ?? '';
  const { pieces } = lentFactsSchema.parse(JSON.parse(piece(FACTS_PIECE)));
  return Array.from({ length: pieces }, (_, index) => piece(index + 1));
}

async function throughBroker(venue: Venue, lent: Snapshots): Promise<number> {
  const { signal } = new AbortController();
  const [held] = lent.held();
  if (held === undefined) throw new Error('nothing is lent');
  const start = performance.now();
  const source = await neighboursOf(venue).find(held, null, signal);
  if (source.type !== 'copy') throw new Error('nothing is offered');
  for await (const part of source.stream) if (!part.ok) throw new Error('a piece is missing');
  return performance.now() - start;
}

/** The same, packed and sealed alike, over a connection between the two. */
async function overTcp(pieces: readonly string[]): Promise<number> {
  const keys = await keysOf(PASSPHRASE);
  const [lender, taker] = [envelopesOf(keys, 'lender'), envelopesOf(keys, 'taker')];
  const server = createServer((socket) => {
    let sent = 0;
    socket.on('data', (asked) => {
      for (const end = sent + asked.length; sent < end; sent += 1) {
        const body = pieces[sent] ?? null;
        const message = { type: 'copy', download: 'one', piece: sent, body } as const;
        const sealed = lender.seal('topic', message);
        const length = Buffer.alloc(4);
        length.writeUInt32BE(sealed.length);
        socket.write(Buffer.concat([length, sealed]));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = createConnection({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  const start = performance.now();
  let left = pieces.length;
  let came = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    came = Buffer.concat([came, bytes]);
    while (came.length >= 4 && came.length >= 4 + came.readUInt32BE()) {
      const end = 4 + came.readUInt32BE();
      if (taker.open('topic', came.subarray(4, end)).type !== 'message')
        throw new Error('no piece');
      came = came.subarray(end);
      left -= 1;
      if (left > 0) socket.write('?');
      else socket.end();
    }
  });
  socket.write('?');
  await once(socket, 'close');
  const took = performance.now() - start;
  server.close();
  return took;
}
