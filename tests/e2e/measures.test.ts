import { expect } from '@playwright/test';
import { join } from 'node:path';
import { MEASURES_PROCESSES } from '#tests/bench/processes.ts';
import { BARE_SCREEN, startBare } from './support/bare.ts';
import { expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { timeEntries } from './support/entries.ts';
import { letIn } from './support/evening.ts';
import { test } from './support/kiosk.ts';
import { crash, megabytes, processorPercent, timeStart } from './support/measures.ts';
import { timeAnswers } from './support/stopwatch.ts';

const SCANS = 3;

/** How fast, large or busy it is, is for the benchmarks to judge: here only that they measure. */
test('the benchmarks on a screen measure: start, painted verdicts, keys, memory, rest', async ({
  boxOffice,
  dataDirectory,
  network,
  startKiosk,
}) => {
  test.skip(!MEASURES_PROCESSES, 'processes are measured on Linux');
  const bare = await test.step('an empty window', async () => {
    const { started, seconds } = await timeStart(
      () => startBare(join(dataDirectory, 'bare')),
      BARE_SCREEN,
    );
    const answers = await timeAnswers(started.page);
    await started.scanner.scan(['1', '2', '3']);
    const times = await answers(SCANS);
    const figures = { seconds, megabytes: megabytes(started.app) };
    await started.close();
    expectMeasured(times);
    expectMeasured(Object.values(figures));
    return figures;
  });

  const start = () => startKiosk({ args: [`--base-url=${network.baseUrl}`] });
  const { started, seconds } = await timeStart(start, 'sign-in');
  const { app, page, scanner } = started;
  expect(seconds).toBeGreaterThan(0);
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  const answers = await timeAnswers(page);
  await expectScreen(page, 'ready');
  const codes = boxOffice.barcodes('valid', 3 * SCANS);
  await letIn(page, codes.splice(0, SCANS));
  await scanner.scan(codes.slice(0, SCANS), { every: 300 });
  expectMeasured(await answers(SCANS));
  await network.cut();
  await scanner.scan(codes.slice(SCANS), { every: 300 });
  expectMeasured(await answers(SCANS));

  const entries = await timeEntries(page);
  await scanner.scan(['1234567', '2345678', '3456789'], { every: 300 });
  await expect.poll(async () => (await entries()).length).toBe(SCANS);
  const toPage = (await entries()).map((entry) => entry.toPage);
  const toQueue = (await entries()).map((entry) => entry.toQueue);
  // Where both clocks are cut to milliseconds, the queue may seem to have it a moment before.
  expectMeasured([...toPage, ...toQueue.map((time) => time + 2)]);

  expect(megabytes(app)).toBeGreaterThan(bare.megabytes);
  // With verdicts to paint meanwhile, so that it is not nothing.
  const percent = processorPercent(app, 1);
  await scanner.scan(['4567890', '5678901'], { every: 300 });
  expectMeasured([await percent]);

  await crash(app);
  await network.mend();
  expectMeasured([(await timeStart(start, 'ready')).seconds]);
});

function expectMeasured(values: readonly number[]): void {
  expect(values).not.toHaveLength(0);
  for (const value of values) {
    expect(Number.isFinite(value)).toBe(true);
    expect(value).toBeGreaterThan(0);
  }
}
