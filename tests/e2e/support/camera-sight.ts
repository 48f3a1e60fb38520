import { expect, type Page } from '@playwright/test';
import { cameraPicture } from '#tests/support/camera-pictures.ts';

/** The side of what is drawn, which the page then shows as large as a camera's picture. */
const SIDE = 540;

interface InPage {
  hold(grey: string | null, side: number): void;
  times: number[];
}

/**
 * Puts a camera into a page that is not loaded yet, before which codes can be held, with a stopwatch: from the code in
 * view to its verdict, painted.
 */
export async function putCameraInto(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 1920, height: 1080 });
    const context = canvas.getContext('2d');
    const held = document.createElement('canvas');
    let isHeld = false;
    let from = 0;
    const draw = () => {
      if (context === null) return;
      context.fillStyle = '#777';
      context.fillRect(0, 0, canvas.width, canvas.height);
      if (isHeld) context.drawImage(held, 420, 0, 1080, 1080);
    };
    // A camera gives pictures whether or not anything moves.
    setInterval(draw, 33);
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream());
    const times: number[] = [];
    const inPage: InPage = {
      times,
      hold(grey, side) {
        isHeld = grey !== null;
        if (grey === null) {
          draw();
          return;
        }
        Object.assign(held, { width: side, height: side });
        const shades = atob(grey);
        const pixels = new ImageData(side, side);
        for (let at = 0; at < shades.length; at += 1) {
          pixels.data.fill(shades.charCodeAt(at), 4 * at, 4 * at + 3);
          pixels.data[4 * at + 3] = 255;
        }
        held.getContext('2d')?.putImageData(pixels, 0, 0);
        from = performance.now();
        draw();
      },
    };
    Object.assign(globalThis, { cameraInPage: inPage });
    let sequence = '';
    new MutationObserver(() => {
      const next = document.documentElement.dataset['sequence'] ?? '';
      if (next === '' || next === sequence) return;
      sequence = next;
      requestAnimationFrame(() => {
        // A task that comes after the frame's own work: by then it is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - from);
        port2.postMessage(null);
      });
    }).observe(document, { attributeFilter: ['data-sequence'], subtree: true });
  });
}

/** Holds these before it, one after the other; gives how long each verdict took, in milliseconds. */
export async function timeSights(page: Page, codes: readonly string[]): Promise<number[]> {
  const times = () =>
    page.evaluate(() => (globalThis as unknown as { cameraInPage: InPage }).cameraInPage.times);
  const hold = (grey: string | null) =>
    page.evaluate(
      ([shades, side]) =>
        (globalThis as unknown as { cameraInPage: InPage }).cameraInPage.hold(shades, side),
      [grey, SIDE] as const,
    );
  for (const [at, text] of codes.entries()) {
    const { grey } = cameraPicture([{ bcid: 'qrcode', text }], { width: SIDE, height: SIDE });
    await hold(Buffer.from(grey).toString('base64'));
    await expect.poll(async () => (await times()).length).toBe(at + 1);
    await hold(null);
    // The next one is read when this one has been out of sight; a guest is not faster.
    await page.waitForFunction(
      (from) => performance.now() - from > 1_000,
      await page.evaluate(() => performance.now()),
    );
  }
  return times();
}
