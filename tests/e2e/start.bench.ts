import { leaveFigures } from '#tests/bench/figures-elsewhere.ts';
import { percentile, tableOf, type Figure } from '#tests/bench/figures.ts';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BARE_SCREEN, startBare } from './support/bare.ts';
import { hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { crash, timeStart } from './support/measures.ts';

const STARTS = 10;

/** In seconds. */
const LONGEST = 3;

test('from the start to the sign-in form, and to the open door after a crash', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  test.setTimeout(600_000);
  const start = () => startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  const [bare, toTheForm, toTheDoor]: [number[], number[], number[]] = [[], [], []];
  // In turns, so that what else the machine does hits all.
  for (let turn = 0; turn < STARTS; turn += 1) {
    const empty = await timeStart(() => startBare(join(dataDirectory, 'bare')), BARE_SCREEN);
    bare.push(empty.seconds);
    await empty.started.close();

    rmSync(dataDirectory, { recursive: true });
    mkdirSync(dataDirectory);
    const first = await timeStart(start, 'sign-in');
    toTheForm.push(first.seconds);
    await openTheDoor(first.started.page, boxOffice);
    await hasTickets(first.started.page);
    await crash(first.started.app);

    const again = await timeStart(start, 'ready');
    toTheDoor.push(again.seconds);
    await again.started.close();
  }
  const figures = [
    ...rows('start to the sign-in form, nothing kept yet', toTheForm, bare),
    ...rows('start to the open door, after a crash', toTheDoor, bare),
  ];
  process.stdout.write(`\n${tableOf(figures)}\n`);
  leaveFigures(figures);
});

function rows(what: string, ours: readonly number[], bare: readonly number[]): Figure[] {
  const [sorted, sortedBare] = [ours, bare].map((each) => each.toSorted((a, b) => a - b));
  const row = (name: string, part: number, toReach: Figure['toReach']): Figure => ({
    what: `${what}, ${name}`,
    size: STARTS,
    ours: percentile(sorted ?? [], part),
    bare: percentile(sortedBare ?? [], part),
    unit: 's',
    toReach,
  });
  return [row('p50', 0.5, null), row('the longest', 0.99, { most: LONGEST })];
}
