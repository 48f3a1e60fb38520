import { leaveFigures } from '#tests/bench/figures-elsewhere.ts';
import { tableOf } from '#tests/bench/figures.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { measureCameraHour } from './support/camera-hour.ts';
import { test } from './support/kiosk.ts';

test('what a camera takes of the processor and of the memory in an hour', async ({
  boxOffice,
  dataDirectory,
}) => {
  test.setTimeout(2 * HOUR);
  const figures = await measureCameraHour(boxOffice, dataDirectory, {
    ...{ watched: HOUR / 1_000, looks: HOUR / MINUTE, bare: (5 * MINUTE) / 1_000, settle: 60 },
    ...{ held: 3, pause: 17 },
  });
  process.stdout.write(`\n${tableOf(figures)}\n`);
  leaveFigures(figures);
});
