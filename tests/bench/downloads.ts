import { join } from 'node:path';
import { DEMO_IDS, performancesAround } from '#box-office/demo/programme.ts';
import { REFRESH_RULES } from '#main/snapshot/refresh-interval.ts';
import { valueOf } from '#tests/main/ledger/support.ts';
import { openBoxOfficeElsewhere } from './box-office-elsewhere.ts';
import type { Figure } from './figures.ts';
import { inFolder } from './in-folder.ts';
import {
  openTicketDoor,
  type DownloadTaken,
  type TicketDoor,
  type TicketDoorOptions,
} from './ticket-door.ts';

export interface DownloadMeasures {
  /** Numbers of tickets in the snapshot, ascending. */
  readonly sizes: readonly number[];
  /** How many downloads of each kind are measured; at most eight. */
  readonly turns: number;
}

/** What is promised. */
export const FULL_DOWNLOADS: DownloadMeasures = { sizes: [2_000, 20_000, 200_000], turns: 3 };

const HOUR = 60 * 60_000;
/** What the rule lets downloads take of the line in an hour, in MB. */
const PROMISED = Math.round((REFRESH_RULES.rate * HOUR) / 1e6);

/** Measures what downloads take of the line and of a processor, compared with a full, uncompressed one each minute. */
export async function measureDownloads(
  { sizes, turns }: DownloadMeasures,
  worker: string,
  say: (what: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    say(`downloading ${size} tickets`);
    figures.push(...figuresOf(size, await inHouse(size, turns, worker)));
  }
  return figures;
}

interface Taken {
  /** As it used to be. */
  readonly before: DownloadTaken;
  /** A ticket was scanned since the download before. */
  readonly guests: DownloadTaken;
  readonly nothingNew: DownloadTaken;
}

/** A platform that gives so many tickets to a snapshot, and two doors: one as it is, and one as it used to be. */
async function inHouse(tickets: number, turns: number, worker: string): Promise<Taken> {
  const { baseUrl, guide, close } = await openBoxOfficeElsewhere(
    Math.ceil(tickets / shareInSnapshot()),
  );
  try {
    return await inFolder(async (directory) => {
      const open = (way: TicketDoorOptions['way']) =>
        openTicketDoor({ baseUrl, guide, worker, way, directory: join(directory, way) });
      const [door, before] = [await open('now'), await open('before')];
      if (Math.abs(door.tickets() / tickets - 1) > 0.1) {
        throw new Error(`the copy has ${door.tickets()} tickets, not ${tickets}`);
      }
      const unscanned = guide.tickets.filter(({ kind }) => kind === 'valid').slice(0, turns);
      const taken = await measureInTurns(
        door,
        before,
        unscanned.map(({ barcode }) => barcode),
      );
      await Promise.all([door.close(), before.close()]);
      return taken;
    });
  } finally {
    await close();
  }
}

/** The part of all demo tickets that is in a snapshot: those of performances that are open. */
function shareInSnapshot(): number {
  const all = performancesAround(Date.now());
  const sum = (of: typeof all) => of.reduce((total, { share }) => total + share, 0);
  const isInSnapshot = ({ phase, production }: (typeof all)[number]) =>
    phase === 'open' && production.clientId === DEMO_IDS.clientId;
  return sum(all.filter(isInSnapshot)) / sum(all);
}

async function measureInTurns(
  door: TicketDoor,
  before: TicketDoor,
  barcodes: readonly string[],
): Promise<Taken> {
  const taken: Record<keyof Taken, DownloadTaken[]> = { before: [], guests: [], nothingNew: [] };
  for (const barcode of barcodes) {
    valueOf(await door.scan(barcode));
    taken.guests.push(await door.download());
    taken.nothingNew.push(await door.download());
    taken.before.push(await before.download());
  }
  return {
    before: quickest(taken.before),
    guests: quickest(taken.guests),
    nothingNew: quickest(taken.nothingNew),
  };
}

/** What else the machine does makes a download slower, and what is slow comes more rarely. */
function quickest(taken: readonly DownloadTaken[]): DownloadTaken {
  const [first] = taken.toSorted((one, other) => one.time - other.time);
  if (first === undefined) throw new Error('nothing was measured');
  return first;
}

function figuresOf(size: number, { before, guests, nothingNew }: Taken): Figure[] {
  const common = { size, toReach: null };
  const anHour = ({ pause, time }: DownloadTaken) => HOUR / (pause + time);
  const megabytes = ({ bytes }: DownloadTaken) => bytes / 1e6;
  const seconds = ({ processor }: DownloadTaken) => processor / 1000;
  const inAnHour = (what: string, taken: DownloadTaken): Figure[] => [
    {
      ...{
        ...common,
        what: `the line in an hour, ${what}`,
        unit: 'MB',
        toReach: { most: PROMISED },
      },
      ours: anHour(taken) * megabytes(taken),
      bare: anHour(before) * megabytes(before),
    },
    {
      ...{ ...common, what: `processor time in an hour, ${what}`, unit: 's' },
      ours: anHour(taken) * seconds(taken),
      bare: anHour(before) * seconds(before),
    },
  ];
  return [
    {
      ...{ ...common, what: 'one download, the line', unit: 'MB' },
      ours: megabytes(guests),
      bare: megabytes(before),
    },
    {
      ...{ ...common, what: 'one download, processor time', unit: 's' },
      ours: seconds(guests),
      bare: seconds(before),
    },
    {
      ...{ ...common, what: 'one that brings nothing new, the line', unit: 'MB' },
      ours: megabytes(nothingNew),
      bare: megabytes(before),
    },
    {
      ...{ ...common, what: 'downloads in an hour, while guests come', unit: 'requests' },
      ours: anHour(guests),
      bare: anHour(before),
    },
    ...inAnHour('while guests come', guests),
    ...inAnHour('while nothing changes', nothingNew),
  ];
}
