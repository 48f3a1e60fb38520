import { RESTS_AFTER } from '#renderer/lib/sound/resting-audio.ts';
import { leaveFigures } from '#tests/bench/figures-elsewhere.ts';
import { tableOf, type Figure } from '#tests/bench/figures.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { startBare } from './support/bare.ts';
import { expectScreen, hasTickets, openTheDoor, signIn } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { processorPercent } from './support/measures.ts';

/** How long it is watched, in seconds. */
const WATCHED = 60;

/** Until the audio device rests, and what was needed for the start alone is given back; in milliseconds. */
const UNTIL_REST = RESTS_AFTER + 45_000;

/** Guests look at it, and a picture shows them in steps where to hold their ticket. */
const UNATTENDED = {
  ...{ audience: 'guest', guestsWithoutPin: true, secondLanguage: 'de' },
  ...{ scannerAt: 'below', helpOffered: true },
};

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

  const atRest = async (args: readonly string[], open: typeof signIn): Promise<number> => {
    const started = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`, ...args] });
    await open(started.page, boxOffice);
    await hasTickets(started.page);
    await pass(UNTIL_REST);
    const percent = await processorPercent(started.app, WATCHED);
    // The screen was on, and showed the door.
    await expectScreen(started.page, 'ready');
    await started.close();
    return percent;
  };
  const figure = (door: string, ours: number): Figure => ({
    what: `processor time of all processes at ${door}, in seconds watched`,
    ...{ size: WATCHED, ours, bare, unit: '%', toReach: { most: 1 } },
  });
  const settings = join(dataDirectory, 'fleet.json');
  writeFileSync(settings, JSON.stringify(UNATTENDED));
  // The second one finds its door open from the first.
  const figures = [
    figure('the open door', await atRest([], openTheDoor)),
    figure('a door without an usher', await atRest([`--settings=${settings}`], signIn)),
  ];
  process.stdout.write(`\n${tableOf(figures)}\n`);
  leaveFigures(figures);
});
