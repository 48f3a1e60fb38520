import { expect } from '@playwright/test';
import { join } from 'node:path';
import { MEASURES_PROCESSES } from '#tests/bench/processes.ts';
import type { HeldCode } from '#tests/support/camera-pictures.ts';
import { measureCameraHour } from './support/camera-hour.ts';
import { startInBrowser, WHY_NO_BROWSER } from './support/browser-kiosk.ts';
import { measureReading } from './support/camera-reading.ts';
import { putCameraInto, timeSights } from './support/camera-sight.ts';
import { writeFilm, type Scene } from './support/camera-film.ts';
import { expectScreen, openTheDoor } from './support/door.ts';
import { test as base } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { watchVerdicts } from './support/verdicts.ts';

const test = base.extend<{ openWithCamera: (scenes: readonly Scene[]) => ReturnType<typeof open> }>(
  {
    openWithCamera: async ({ boxOffice, dataDirectory }, use) => {
      const ends: (() => Promise<void>)[] = [];
      await use(async (scenes) => {
        const film = join(dataDirectory, 'film.y4m');
        writeFilm(film, scenes);
        const kiosk = await open(boxOffice, film);
        ends.push(kiosk.end);
        return kiosk;
      });
      for (const end of ends) await end();
    },
  },
);

/** A kiosk in a browser, at an open door; the camera begins its film when the door is opened. */
async function open(
  boxOffice: Parameters<typeof openTheDoor>[1] & { baseUrl: string },
  film: string,
) {
  const settings = { camera: true, verdictTime: 2_000 };
  const kiosk = await startInBrowser({ baseUrl: boxOffice.baseUrl, settings, film });
  await expectScreen(kiosk.page, 'sign-in');
  const verdicts = await watchVerdicts(kiosk.page);
  await openTheDoor(kiosk.page, boxOffice);
  return { ...kiosk, verdicts };
}

test.skip(WHY_NO_BROWSER !== null, WHY_NO_BROWSER ?? '');

const qr = (text: string, changes: Partial<HeldCode> = {}): HeldCode => ({
  ...{ bcid: 'qrcode', text, size: 0.7 },
  ...changes,
});

test('a ticket before the camera is let in once, for as long as it stays there', async ({
  boxOffice,
  openWithCamera,
}) => {
  const [first = '', next = ''] = boxOffice.barcodes('valid', 2);
  const { verdicts } = await openWithCamera([
    [[], 2],
    [[qr(first)], 8],
    [[], 1],
    [[qr(next)], 4],
    [[], 60],
  ]);
  // The next guest's is read only when the first one has gone: whatever that one was read for has come before.
  await expect.poll(async () => (await verdicts()).length, { timeout: 40_000 }).toBe(2);
  expect((await verdicts()).map(({ verdict }) => verdict)).toEqual(['admit', 'admit']);
  expect([first, next].map((code) => boxOffice.scansOf(code).length)).toEqual([1, 1]);
});

/** How fast it is, and how much it reads, is for the benchmark to judge: here only that it measures. */
test('the benchmark of the camera measures', async ({ boxOffice }) => {
  const { page, end } = await startInBrowser({
    ...{ baseUrl: boxOffice.baseUrl, settings: { camera: true }, prepare: putCameraInto },
  });
  try {
    await openTheDoor(page, boxOffice);
    const times = await timeSights(page, boxOffice.barcodes('valid', 2));
    expect(times.map((time) => time > 0)).toEqual([true, true]);
  } finally {
    await end();
  }
  const figures = await measureReading({ side: 360, turns: 1 });
  expect(figures).toHaveLength(17);
  for (const { what, ours, bare } of figures) {
    expect(ours, what).toBeGreaterThanOrEqual(0);
    expect(bare, what).toBeGreaterThanOrEqual(0);
  }
  expect(figures.find(({ what }) => what === 'read: straight')?.ours).toBeGreaterThan(0);
});

test('the benchmark of an hour with a camera measures', async ({ boxOffice, dataDirectory }) => {
  test.skip(!MEASURES_PROCESSES, 'processes are measured on Linux');
  const figures = await measureCameraHour(boxOffice, dataDirectory, {
    ...{ watched: 3, looks: 6, bare: 1, settle: 0, held: 1, pause: 1 },
  });
  expect(figures).toHaveLength(4);
  const [processor, , ...memory] = figures.map(({ ours }) => ours);
  for (const ours of [processor, ...memory]) expect(ours).toBeGreaterThan(0);
});

test('of two tickets at once one is let in, the screen says so, and the other one is not spent', async ({
  boxOffice,
  openWithCamera,
}) => {
  const [near = '', beside = ''] = boxOffice.barcodes('valid', 2);
  const { page, verdicts } = await openWithCamera([
    [[qr(near, { x: 0.35, y: 0.5, size: 0.5 }), qr(beside, { x: 0.8, y: 0.5, size: 0.38 })], 2],
  ]);
  await expect.poll(async () => (await verdicts()).length, { timeout: 30_000 }).toBe(1);
  // The verdict has left, and both are there still.
  await expectScreen(page, 'ready');
  await expect(page.getByText('Several codes at once: only one is read.')).toBeVisible();
  await keepScreenshot(page, 'camera-several');
  expect((await verdicts()).map(({ verdict }) => verdict)).toEqual(['admit']);
  expect([near, beside].map((code) => boxOffice.scansOf(code).length)).toEqual([1, 0]);
});
