import { expect } from '@playwright/test';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { percentile, type Figure } from '#tests/bench/figures.ts';
import { memoryOf, Spending } from '#tests/bench/processes.ts';
import { startInBrowser } from './browser-kiosk.ts';
import { writeFilm } from './camera-film.ts';
import { hasTickets, openTheDoor } from './door.ts';

export interface HourMeasures {
  /** How long the camera is watched, in seconds. */
  readonly watched: number;
  /** How often its processes are looked at within that time. */
  readonly looks: number;
  /** How long the same door is watched without it. */
  readonly bare: number;
  /** Until what was needed for the start alone is given back. */
  readonly settle: number;
  /** How long codes are held, and how long nobody comes then. */
  readonly held: number;
  readonly pause: number;
}

type Door = Parameters<typeof openTheDoor>[1] & {
  readonly baseUrl: string;
  barcodes(kind: 'valid', count: number): string[];
};

/** What the camera has cost at the end of a while. */
interface Cost {
  /** Of one processor, in percent. */
  readonly browser: number;
  readonly kiosk: number;
  /** All processes, in MB: the middle of the first and of the last {@link MIDDLE_OF} looks. */
  readonly before: number;
  readonly after: number;
}

/** A single look at the memory may fall on what is thrown away a moment later. */
const MIDDLE_OF = 5;

/**
 * What an open door costs in a browser with a camera on, before which a guest's code is held now and then, beside the
 * same door without a camera.
 */
export async function measureCameraHour(
  boxOffice: Door,
  folder: string,
  { watched, looks, bare, settle, held, pause }: HourMeasures,
): Promise<Figure[]> {
  const film = join(folder, 'hour.y4m');
  const scenes = boxOffice
    .barcodes('valid', 2)
    .flatMap((text) => [
      [[{ bcid: 'qrcode', text, size: 0.7 }], held] as const,
      [[], pause] as const,
    ]);
  writeFilm(film, scenes, { width: 640, height: 480, rate: 15 });
  const cost = async (camera: boolean, seconds: number): Promise<Cost> => {
    const settings = { camera };
    const { page, processes, end } = await startInBrowser({
      ...{ baseUrl: boxOffice.baseUrl, settings, film },
    });
    try {
      await openTheDoor(page, boxOffice);
      await hasTickets(page);
      const reads = () =>
        page.evaluate(() => Number(document.documentElement.dataset['sequence'] ?? 0));
      if (camera) await expect.poll(reads, { timeout: 120_000 }).toBeGreaterThan(0);
      await pass(settle * 1_000);
      const from = await reads();
      const spent = await watch(processes, seconds, looks);
      // The camera read to the end; else there is nothing to measure.
      if (camera) await expect.poll(reads, { timeout: 120_000 }).toBeGreaterThan(from);
      return spent;
    } finally {
      await end();
    }
  };
  const without = await cost(false, bare);
  const ours = await cost(true, watched);
  const figure = (what: string, unit: Figure['unit'], mine: number, theirs: number): Figure => ({
    ...{ what, size: watched, ours: mine, bare: theirs, unit, toReach: null },
  });
  const { after } = without;
  return [
    figure('processor of the browser, camera on', '%', ours.browser, without.browser),
    figure('processor of the kiosk behind it', '%', ours.kiosk, without.kiosk),
    figure('memory of all processes, first minute', 'MB', ours.before, after),
    figure('memory of all processes, last minute', 'MB', ours.after, after),
  ];
}

async function watch(
  processes: () => Promise<{ browser: readonly number[]; kiosk: readonly number[] }>,
  seconds: number,
  looks: number,
): Promise<Cost> {
  const spent = { browser: new Spending(), kiosk: new Spending() };
  const look = async () => {
    const { browser, kiosk } = await processes();
    spent.browser.look(browser);
    spent.kiosk.look(kiosk);
    return memoryOf([...browser, ...kiosk]);
  };
  const from = performance.now();
  const memory = [await look()];
  for (let looked = 0; looked < looks; looked += 1) {
    await pass((seconds * 1_000) / looks);
    memory.push(await look());
  }
  const percent = ({ seconds: used }: Spending) => (100_000 * used) / (performance.now() - from);
  const middle = (some: readonly number[]) =>
    percentile(
      some.toSorted((one, other) => one - other),
      0.5,
    );
  return {
    browser: percent(spent.browser),
    kiosk: percent(spent.kiosk),
    before: middle(memory.slice(0, MIDDLE_OF)),
    after: middle(memory.slice(-MIDDLE_OF)),
  };
}
