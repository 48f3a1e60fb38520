import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { openLedger } from '#main/ledger/open-ledger.ts';
import { TicketMarks } from '#main/venue/house-keys.ts';
import { HouseReader } from '#main/venue/house-reader.ts';
import { HOUSE, offlineAdmission, optionsFor, valueOf } from '#tests/main/ledger/support.ts';
import { keyOf, keysOf } from '#tests/support/door-keys.ts';
import { startMosquitto } from '#tests/support/mosquitto.ts';
import { halfAndMost, type Figure } from './figures.ts';
import { inFolder } from './in-folder.ts';
import { measureAttack } from './venue-attack.ts';
import { measureCopies } from './venue-copies.ts';
import { measureVenueCount } from './venue-count.ts';
import { measureFlood } from './venue-flood.ts';
import { scansInTrouble } from './venue-scans.ts';
import { openVenueAlone, PASSPHRASE, tellOfGuests } from './venue-door.ts';

export interface VenueMeasures {
  /** Guests that are let in at one door. */
  readonly guests: number;
  /** Admissions that a new door takes over. */
  readonly takenOver: number;
  /** What other doors have told, among which a scan looks up. */
  readonly told: number;
  /** Tickets whose guests are counted. */
  readonly counted: number;
  /** Tickets of a copy that one door takes over from another. */
  readonly copied: number;
  /** Messages of an attacker, and the bytes of a large one. */
  readonly flood: number;
  readonly large: number;
  /** Its messages a second while guests come, and how often that is repeated. */
  readonly perSecond: number;
  readonly turns: number;
}

/** How often guests are counted. */
const COUNTS = 100;

/** What is promised. */
export const FULL_VENUE: VenueMeasures = {
  ...{
    guests: 1_000,
    takenOver: 20_000,
    told: 100_000,
    counted: 5_000,
    copied: 200_000,
    flood: 100_000,
    large: 100_000_000,
    perSecond: 10_000,
    turns: 5,
  },
};

/** How soon one door knows what another has let in, and what that costs a scan. */
export function measureVenue(
  { guests, takenOver, told, counted, copied, flood, large, perSecond, turns }: VenueMeasures,
  workerEntry: string,
  say: (what: string) => void,
): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const broker = await startMosquitto(folder);
    try {
      say(`telling of ${guests} guests`);
      const left = await openDoor(join(folder, 'left'), broker.url, workerEntry);
      const right = await openDoor(join(folder, 'right'), broker.url, workerEntry);
      const ours: number[] = [];
      const bare: number[] = [];
      const plain = await barePair(broker.url);
      for (let guest = 0; guest < guests; guest += 1) {
        ours.push(await known(left, right, guest));
        bare.push(await plain.send(`guest ${guest}`));
      }
      await plain.close();
      say(`a new door takes over ${takenOver}`);
      for (let guest = guests; guest < takenOver; guest += 1) admit(left, guest);
      await isKnown(right, takenOver - 1);
      const start = performance.now();
      const late = await openDoor(join(folder, 'late'), broker.url, workerEntry);
      for (const guest of [0, Math.floor(takenOver / 2), takenOver - 1]) {
        await isKnown(late, guest);
      }
      const caughtUp = (performance.now() - start) / 1_000;
      await Promise.all([left, right, late].map((door) => door.close()));
      say(`taking over ${copied} tickets`);
      const copies = await measureCopies(copied, folder, broker.url, workerEntry);
      say(`looking up among ${told}`);
      return [
        ...halfAndMost(
          {
            what: 'commit at one door to known at the next, beside a bare publish',
            size: guests,
            toReach: { most: 50 },
          },
          ours.toSorted((a, b) => a - b),
          bare.toSorted((a, b) => a - b),
        ),
        {
          what: 'a new door has everything, with its own start',
          size: takenOver,
          ours: caughtUp,
          bare: null,
          unit: 's',
          toReach: { most: 10 },
        },
        ...copies,
        ...(await measureLookUps(folder, told)),
        ...(await measureVenueCount(counted, COUNTS)),
        ...(await measureAttack({ told, flood, large }, folder, broker.url, workerEntry)),
        ...(await scansInTrouble(
          { told, flood, guests },
          join(folder, 'scans'),
          broker.url,
          workerEntry,
        )),
        ...(await measureFlood(
          { told, perSecond, turns, guests: Math.ceil(guests / turns) },
          join(folder, 'flood'),
          broker.url,
          workerEntry,
        )),
      ];
    } finally {
      await broker.kill();
    }
  });
}

type BenchDoor = Awaited<ReturnType<typeof openDoor>>;

async function openDoor(folder: string, url: string, workerEntry: string) {
  mkdirSync(folder);
  const key = keyOf(folder);
  const path = join(folder, 'ledger.db');
  const { ledger } = valueOf(openLedger(optionsFor(path, { kioskId: key.id })));
  const venue = await openVenueAlone(folder, url, workerEntry, { ledger });
  const close = async (): Promise<void> => {
    await venue.end();
    ledger.close();
  };
  return { venue, ledger, key, close };
}

function admit({ ledger, venue, key }: BenchDoor, guest: number): void {
  const ticketIds = { ticketId: guest, performanceId: 31 };
  valueOf(ledger.record(offlineAdmission({ id: key.newId(), code: `guest ${guest}`, ticketIds })));
  venue.follow();
}

async function isKnown({ venue }: BenchDoor, guest: number): Promise<void> {
  while (venue.events(HOUSE, `guest ${guest}`, []).events.length === 0) await nextTurn();
}

/** From the commit at one door until a scan at the other would find it, in milliseconds. */
async function known(from: BenchDoor, at: BenchDoor, guest: number): Promise<number> {
  admit(from, guest);
  const committed = performance.now();
  await isKnown(at, guest);
  return performance.now() - committed;
}

/** Two clients of the same broker, of which one hears what the other publishes. */
async function barePair(url: string) {
  const [sender, listener] = await Promise.all([connectAsync(url), connectAsync(url)]);
  await listener.subscribeAsync('bare');
  return {
    async send(text: string): Promise<number> {
      const start = performance.now();
      const heard = new Promise((resolve) => listener.once('message', resolve));
      sender.publish('bare', text);
      await heard;
      return performance.now() - start;
    },
    async close(): Promise<void> {
      for (const client of [sender, listener]) {
        const closed = once(client.stream, 'close');
        client.end();
        await closed;
      }
    },
  };
}

/** What a scan pays for looking up a code that no other door has told of, and one that one has. */
async function measureLookUps(folder: string, told: number): Promise<Figure[]> {
  const marks = new TicketMarks(await keysOf(PASSPHRASE));
  await tellOfGuests(folder, told);
  const reader = new HouseReader(join(folder, 'house.db'));
  const times: number[] = [];
  for (let turn = 0; turn < 2_000; turn += 1) {
    // Half of them are known.
    const number = (turn * 611_953) % (2 * told);
    const start = performance.now();
    reader.events(HOUSE, marks.of(HOUSE, `guest ${number}`), [number]);
    times.push(performance.now() - start);
  }
  reader.close();
  const what = 'what a scan pays to look up what other doors have told';
  const sorted = times.toSorted((a, b) => a - b);
  return halfAndMost({ what, size: told, toReach: null }, sorted, null);
}
