/**
 * A process with a door of a house, whose others have told of so many guests. It tells its memory when the door
 * has joined, and again whenever it is asked.
 */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { openVenueAlone, tellOfGuests } from './venue-door.ts';

const [folder = '', url = '', workerEntry = '', told = '0'] = process.argv.slice(2);
await tellOfGuests(folder, Number(told));
const venue = await openVenueAlone(folder, url, workerEntry);
while (venue.inside === null) await wait(1);
const say = (): void => {
  process.send?.({ memory: process.memoryUsage().rss, refused: venue.state.refused });
};
say();
process.on('message', say);
await once(process, 'disconnect');
await venue.end();
