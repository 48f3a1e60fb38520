import { leaveFigures } from '#tests/bench/figures-elsewhere.ts';
import { halfAndMost, tableOf } from '#tests/bench/figures.ts';
import { startInBrowser } from './support/browser-kiosk.ts';
import { measureReading } from './support/camera-reading.ts';
import { putCameraInto, timeSights } from './support/camera-sight.ts';
import { hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';

const GUESTS = 100;
/** The first ones find caches cold, and a reader that is not loaded yet. */
const WARM_UP = 5;

test('from a code before the camera to its verdict, and what is read', async ({
  boxOffice,
  network,
}) => {
  test.setTimeout(1_800_000);
  const { page, end } = await startInBrowser({
    ...{ baseUrl: network.baseUrl, settings: { camera: true } },
    prepare: putCameraInto,
  });
  let times: number[];
  try {
    await openTheDoor(page, boxOffice);
    await hasTickets(page);
    await network.cut();
    times = await timeSights(page, boxOffice.barcodes('valid', WARM_UP + GUESTS));
  } finally {
    await end();
  }
  const sorted = times.slice(WARM_UP).toSorted((one, other) => one - other);
  const figures = [
    ...halfAndMost(
      { what: 'code in view to the painted verdict, offline', size: GUESTS, toReach: null },
      sorted,
      null,
    ),
    ...(await measureReading({ side: 1_080, turns: 5 })),
  ];
  process.stdout.write(`\n${tableOf(figures)}\n`);
  leaveFigures(figures);
});
