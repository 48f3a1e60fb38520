import { leaveFigures } from '#tests/bench/figures-elsewhere.ts';
import { percentile, tableOf, type Figure } from '#tests/bench/figures.ts';
import { join } from 'node:path';
import { startBare, type Bare } from './support/bare.ts';
import { hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { timeAnswers } from './support/stopwatch.ts';

/** Guests, one every so many milliseconds. */
const SCANS = 200;
const EVERY = 350;

/** The first ones find caches cold, on the screen as in the code. */
const WARM_UP = 10;

/** Two frames, in milliseconds. */
const TWO_FRAMES = 33.3;

test('from the last key of a scan to the painted verdict', async ({
  boxOffice,
  dataDirectory,
  network,
  startKiosk,
}) => {
  test.setTimeout(600_000);
  const codes = boxOffice.barcodes('valid', 2 * (WARM_UP + SCANS));

  const empty = await startBare(join(dataDirectory, 'bare'));
  const bare = await times(empty, await timeAnswers(empty.page), codes.slice(WARM_UP + SCANS));
  await empty.close();

  const kiosk = await startKiosk({ args: [`--base-url=${network.baseUrl}`] });
  await openTheDoor(kiosk.page, boxOffice);
  await hasTickets(kiosk.page);
  const answers = await timeAnswers(kiosk.page);
  const online = await times(kiosk, answers, codes.slice(WARM_UP + SCANS));
  await network.cut();
  const offline = await times(kiosk, answers, codes.slice(0, WARM_UP + SCANS));

  const figures = [
    ...rows('offline', offline, bare, { most: TWO_FRAMES }),
    // The platform's own time is in these, which nobody can promise.
    ...rows('online', online, bare, null),
  ];
  process.stdout.write(`\n${tableOf(figures)}\n`);
  leaveFigures(figures);
});

/** Scans all codes; returns the times of their answers in milliseconds, sorted, but those of the first ones. */
async function times(
  { scanner }: Pick<Bare, 'scanner'>,
  answers: Awaited<ReturnType<typeof timeAnswers>>,
  codes: readonly string[],
): Promise<number[]> {
  await scanner.scan(codes, { every: EVERY });
  return (await answers(codes.length)).slice(WARM_UP).toSorted((a, b) => a - b);
}

function rows(
  where: string,
  ours: readonly number[],
  bare: readonly number[],
  most: Figure['toReach'],
): Figure[] {
  const row = (part: number, toReach: Figure['toReach']): Figure => ({
    what: `last key of a scan to the painted verdict, ${where}, p${part * 100}`,
    size: SCANS,
    ours: percentile(ours, part),
    bare: percentile(bare, part),
    unit: 'ms',
    toReach,
  });
  return [row(0.5, null), row(0.95, null), row(0.99, most)];
}
