import { RESTS_AFTER } from '#renderer/lib/sound/resting-audio.ts';
import { leaveFigures } from '#tests/bench/figures-elsewhere.ts';
import { tableOf, type Figure } from '#tests/bench/figures.ts';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { startBare } from './support/bare.ts';
import { expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { processorPercent } from './support/measures.ts';

/** How long it is watched, in seconds. */
const WATCHED = 60;

/** Until the audio device rests, and what was needed for the start alone is given back; in milliseconds. */
const UNTIL_REST = RESTS_AFTER + 45_000;

test('what an open door costs while nobody comes', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  test.setTimeout(600_000);
  const empty = await startBare(join(dataDirectory, 'bare'));
  await pass(10_000);
  const bare = await processorPercent(empty.app, WATCHED);
  await empty.close();

  const { app, page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  await pass(UNTIL_REST);
  const ours = await processorPercent(app, WATCHED);
  // The screen was on, and showed the door.
  await expectScreen(page, 'ready');

  const figures: Figure[] = [
    {
      what: 'processor time of all processes at the open door, in seconds watched',
      ...{ size: WATCHED, ours, bare, unit: '%', toReach: { most: 1 } },
    },
  ];
  process.stdout.write(`\n${tableOf(figures)}\n`);
  leaveFigures(figures);
});
