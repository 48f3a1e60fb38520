import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SnapshotWriter } from '#main/snapshot/snapshot-writer.ts';
import { Snapshot } from '#main/snapshot/snapshot.ts';
import type { SnapshotFile } from '#main/snapshot/snapshots.ts';
import { Search } from '#main/entrance/find/search.ts';
import { guest, typing } from './crowd.ts';
import { halfAndMost, type Figure } from './figures.ts';
import { FILTER, PLATFORM } from './house.ts';
import { inFolder } from './in-folder.ts';

const WORKER = new URL('../../src/main/kiosk/ticket-worker.ts', import.meta.url);

export interface FindMeasures {
  /** Numbers of tickets, ascending. */
  readonly sizes: readonly number[];
  readonly queries: number;
}

/** What is promised: an answer within 100 ms among so many tickets, */
const PROMISED_FOR = 100_000;
/** and among more no slower than looking at one ticket after the other. */
export const FULL_FIND: FindMeasures = { sizes: [100_000, 1_000_000], queries: 2_000 };

/** Looking for a ticket as one types. It says what it is about to do. */
export async function measureFind(
  { sizes, queries }: FindMeasures,
  say: (what: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    say(`sealing ${size} tickets`);
    figures.push(...(await inFolder((folder) => measureOne(folder, size, queries, say))));
  }
  return figures;
}

async function measureOne(
  folder: string,
  size: number,
  queries: number,
  say: (what: string) => void,
): Promise<Figure[]> {
  const file = sealed(folder, size);
  say(`reading ${size} tickets`);
  const readPlain = timed(() => plainLines(file));
  const read = performance.now();
  const search = await ready(file);
  const readTime = performance.now() - read;

  say(`looking for some of ${size} tickets`);
  const ours = new Float64Array(queries);
  const bare = new Float64Array(queries);
  const typed = typing(size);
  for (let turn = 0; turn < queries; turn += 1) {
    const query = typed.next().value;
    const start = performance.now();
    const found = await search.find(query);
    ours[turn] = performance.now() - start;
    if (found === null) throw new Error('the search has ended');
    bare[turn] = timed(() => linesWith(readPlain.result, query)).time;
  }
  search.end();
  const toReach = size <= PROMISED_FOR ? { most: 100 } : { ratio: 1 };
  return [
    ...halfAndMost(
      { what: 'a letter typed to the tickets found', size, toReach },
      [...ours.sort()],
      [...bare.sort()],
    ),
    {
      what: 'reading a snapshot until it can be searched',
      size,
      ours: readTime / 1000,
      bare: readPlain.time / 1000,
      unit: 's',
      toReach: null,
    },
  ];
}

function sealed(folder: string, tickets: number): SnapshotFile {
  const keys = { lookup: randomBytes(32), seal: randomBytes(32) };
  const path = join(folder, 'snapshot-1.db');
  const writer = new SnapshotWriter(join(folder, 'snapshot-1.building'), keys, FILTER.clientId);
  for (let number = 0; number < tickets; number += 1) writer.add(guest(number));
  const about = {
    baseUrl: PLATFORM,
    filter: FILTER,
    username: 'ada',
    offered: [],
    skipped: 0,
    platformValidators: null,
    isOfAnother: false,
  };
  writer.finish(path, { ...about, platformTime: 0, kioskTime: 0 });
  return { path, keys, builtAt: 0, tickets, showsPatrons: true };
}

function ready(file: SnapshotFile): Promise<Search> {
  return new Promise((resolve, reject) => {
    const search: Search = new Search(WORKER, file, () => {
      if (search.stage === 'ready') resolve(search);
      if (search.stage === 'ended') reject(new Error('the search has ended'));
    });
  });
}

/** The bare operation: a line for each ticket, without accents, and all of them looked at each time. */
function plainLines({ path, keys }: SnapshotFile): readonly string[] {
  const snapshot = Snapshot.open(path, keys);
  if (snapshot === null) throw new Error('the snapshot cannot be read');
  const lines: string[] = [];
  for (const { ticket } of snapshot.tickets()) {
    if (ticket === null) continue;
    const { orderConsumerName: name, patron, ticketId, section, seat } = ticket;
    const guestName = `${patron?.firstName ?? ''} ${patron?.lastName ?? ''}`;
    lines.push(folded(` ${name ?? ''} ${guestName} ${ticketId} ${section ?? ''} ${seat ?? ''}`));
  }
  snapshot.close();
  return lines;
}

function linesWith(lines: readonly string[], query: string): number {
  const words = folded(query)
    .split(' ')
    .map((word) => ` ${word}`);
  return lines.filter((line) => words.every((word) => line.includes(word))).length;
}

function folded(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

function timed<T>(work: () => T): { readonly result: T; readonly time: number } {
  const start = performance.now();
  const result = work();
  return { result, time: performance.now() - start };
}
