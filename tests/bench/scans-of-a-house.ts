/**
 * A process with a door of a house, whose others have told of so many guests. It tells when it has joined; asked to,
 * it lets so many guests in, and answers how long each took, its memory, and what else has come to it.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openLedger } from '#main/ledger/open-ledger.ts';
import { optionsFor, valueOf } from '#tests/main/ledger/support.ts';
import { keyOf } from '#tests/support/door-keys.ts';
import { openVenueAlone, tellOfGuests } from './venue-door.ts';
import { scanTime } from './venue-scans.ts';

/** How long after a guest the next one comes, in milliseconds: a rush at the door, which is no loop. */
const NEXT_GUEST = 10;

const [folder = '', url = '', workerEntry = '', told = '0'] = process.argv.slice(2);
await tellOfGuests(folder, Number(told));
const key = keyOf(folder);
const path = join(folder, 'ledger.db');
const { ledger } = valueOf(openLedger(optionsFor(path, { kioskId: key.id })));
const venue = await openVenueAlone(folder, url, workerEntry, { ledger });
const door = { ledger, venue, key };
let guest = 0;

async function letIn(guests: number) {
  const times: number[] = [];
  for (const last = guest + guests; guest < last; guest += 1) {
    times.push(await scanTime(door, `guest at the door ${guest}`, guest));
    await wait(NEXT_GUEST);
  }
  const { trouble, doors, refused } = venue.state;
  return {
    times,
    memory: process.memoryUsage().rss,
    isAlone: doors.length === 0,
    trouble,
    ...refused,
  };
}

const answer = async (guests: number): Promise<void> => void process.send?.(await letIn(guests));
await answer(0);
process.on('message', (guests) => void answer(Number(guests)));
await once(process, 'disconnect');
await venue.end();
ledger.close();
