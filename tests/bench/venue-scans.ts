import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ledger } from '#main/ledger/ledger.ts';
import { openLedger } from '#main/ledger/open-ledger.ts';
import type { Venue } from '#main/venue/venue.ts';
import type { DoorKey } from '#main/venue/door-key.ts';
import { keyOf } from '#tests/support/door-keys.ts';
import { HOUSE, offlineAdmission, optionsFor, valueOf } from '#tests/main/ledger/support.ts';
import { openLinkProxy, type LinkProxy } from '#tests/support/link-proxy.ts';
import { halfAndMost, type Figure } from './figures.ts';
import { listenIn } from './venue-attack.ts';
import { openVenueAlone, tellOfGuests } from './venue-door.ts';

export interface ScanMeasures {
  /** What other doors have told of. */
  readonly told: number;
  /** Messages of an attacker on the broker who has no key. */
  readonly flood: number;
  /** Guests who are let in meanwhile. */
  readonly guests: number;
}

/** How much longer everything takes to and from a slow broker, in milliseconds. */
const SLOW = 300;

/** The newest ticket of a guest; other doors have told of none of them. */
let ownTickets = 1_000_000;

interface Trouble {
  readonly what: string;
  readonly begin: (link: LinkProxy, flood: () => Promise<void>) => Promise<void>;
}

/** What may become of the broker in the middle of an evening. */
const TROUBLES: readonly Trouble[] = [
  { what: 'beside a slow broker', begin: (link) => whenDone(() => link.slow(SLOW)) },
  { what: 'beside a broker that hangs', begin: (link) => whenDone(() => link.hang()) },
  { what: 'during a flood', begin: (_link, flood) => flood() },
];

function whenDone(work: () => void): Promise<void> {
  work();
  return Promise.resolve();
}

/** Look-ups and commits of scans, in turn without the other doors and with them, whatever the broker does. */
export async function scansInTrouble(
  measures: ScanMeasures,
  folder: string,
  url: string,
  workerEntry: string,
): Promise<Figure[]> {
  mkdirSync(folder);
  const figures: Figure[] = [];
  for (const [index, trouble] of TROUBLES.entries()) {
    const own = join(folder, String(index));
    figures.push(...(await scansIn(trouble, measures, own, url, workerEntry)));
  }
  return figures;
}

interface ScanningDoor {
  readonly ledger: Ledger;
  readonly venue: Venue;
  readonly key: DoorKey;
}

/**
 * Looks a code up, and commits its admission; returns how long that took, in milliseconds.
 *
 * @param ticketId by which the other doors may know the ticket; null: they are left out
 */
export async function scanTime(
  { ledger, venue, key }: ScanningDoor,
  code: string,
  ticketId: number | null,
): Promise<number> {
  const start = performance.now();
  valueOf(ledger.ticketEvents({ clientRef: HOUSE, code, ticketIds: [], ticketHash: '' }));
  if (ticketId !== null) venue.events(HOUSE, code, [ticketId]);
  // Each of them has a ticket of their own: one that is let in again and again is another story.
  ownTickets += 1;
  const ticketIds = { ticketId: ownTickets, performanceId: 31 };
  valueOf(ledger.record(offlineAdmission({ id: key.newId(), code, ticketIds })));
  const time = performance.now() - start;
  // After the verdict it is told, or tried to be.
  venue.follow();
  await nextTurn();
  return time;
}

async function scansIn(
  { what, begin }: Trouble,
  { flood, guests, told }: ScanMeasures,
  folder: string,
  url: string,
  workerEntry: string,
): Promise<Figure[]> {
  mkdirSync(folder);
  await tellOfGuests(folder, told);
  const key = keyOf(folder);
  const path = join(folder, 'ledger.db');
  const { ledger } = valueOf(openLedger(optionsFor(path, { kioskId: key.id })));
  const [attacker, link] = [await listenIn(url), await openLinkProxy(url)];
  const venue = await openVenueAlone(folder, link.url, workerEntry, { ledger });
  const door = { ledger, venue, key };
  // Guests come while it lasts.
  const over = begin(link, () => attacker.flood(flood, 0));
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let guest = 0; guest < guests; guest += 1) {
    for (const isWith of guest % 2 === 0 ? [false, true] : [true, false]) {
      const code = `${isWith ? 'with' : 'without'} ${guest}`;
      (isWith ? ours : bare).push(await scanTime(door, code, isWith ? guest : null));
    }
  }
  await over;
  await attacker.end();
  await venue.end();
  await link.close();
  ledger.close();
  const sort = (times: readonly number[]) => times.toSorted((a, b) => a - b);
  return halfAndMost(
    {
      what: `look-up and commit of a scan ${what}, beside the same without the other doors`,
      ...{ size: guests, toReach: { ratio: 2 } },
    },
    sort(ours),
    sort(bare),
  );
}
