import { chromium, expect, test, type Browser } from '@playwright/test';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sealedFile } from '#main/base/vault/sealed-file.ts';
import { housePageIn } from '#main/hosts/host/house-page-module.ts';
import { LinkToken } from '#main/operations/house-page/link-token.ts';
import { servedHousePage } from '#main/operations/house-page/served-page.ts';
import { openEndpoint } from '#main/operations/metrics/endpoint.ts';
import type { HouseView } from '#shared/model/house.ts';
import { MINUTE } from '#shared/time.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { freePort } from '#tests/support/free-port.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { house } from '../renderer/support/house.ts';
import { NOW } from '../renderer/support/builders.ts';
import { keepScreenshot } from './support/screenshot.ts';

/** A phone's browser; Electron is none. */
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
test.skip(executablePath === undefined, 'there is no Chromium');

let phone: Browser;
test.beforeAll(async () => {
  phone = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
});
test.afterAll(() => phone.close());

/** A kiosk that serves the page as it was built, and a phone to look at it. */
async function openPhone({ javaScriptEnabled = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'usher-phone-'));
  const [port, clock, logger] = [await freePort(), new FakeClock(NOW), new RecordingLogger()];
  const token = new LinkToken(sealedFile(join(folder, 'link'), Buffer.alloc(32, 1)), logger);
  let view: HouseView = house();
  const endpoint = await openEndpoint({
    ...{ address: '127.0.0.1', port, logger },
    read: () => Promise.resolve({ contentType: 'text/plain', text: '' }),
    find: servedHousePage({
      ...{ token, clock, language: () => 'en' },
      load: housePageIn(resolve('out/main/house-page.js')),
      look: () =>
        Promise.resolve({
          ...{ house: view, order: null, venueName: 'Harbour Theatre', version: '0.1.0' },
          ...{ now: clock.now(), timeZone: 'UTC', timeStyle: 'auto' as const },
          rules: { reentry: 'off', reentryWithin: null, capacity: null, capacityStops: false },
        }),
    }),
  });
  if (!endpoint.ok) throw new Error(endpoint.error);
  const context = await phone.newContext({
    ...{ viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, javaScriptEnabled },
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.clock.install();
  await page.goto(`http://127.0.0.1:${port}/house/${token.get()}`);
  return {
    ...{ page, token, complaints, close: () => endpoint.value.close() },
    become: async (next: HouseView) => {
      view = next;
      await clock.advance(MINUTE);
    },
    end: async () => {
      await context.close();
      await endpoint.value.close();
      await rm(folder, { recursive: true });
    },
  };
}

test('a phone shows the house as it is now, and says when the kiosk does not answer', async () => {
  const { page, become, close, complaints, end } = await openPhone();
  await expect(page.getByText('1,210')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Doors' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.locator('html'), 'its own style counts').toHaveCSS(
    'background-color',
    'rgb(14, 17, 22)',
  );
  await keepScreenshot(page, 'house-phone');
  await become(house({ admitted: 1_234 }));
  await page.clock.fastForward(5_000);
  await expect(page.getByText('1,234')).toBeVisible();
  await expect(page.getByText('As of 19:11:00')).toBeVisible();
  // Its icon is nowhere: the page may load nothing.
  expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);

  const isOld = page.getByText('The kiosk does not answer: what stands here is old.');
  await expect(isOld).toBeHidden();
  await close();
  await page.clock.fastForward(5_000);
  await expect(isOld).toBeVisible();
  await expect(page.getByText('1,234')).toBeVisible();
  await end();
});

test('a phone that shows the house goes blind when another link is made', async () => {
  const { page, token, end } = await openPhone();
  await expect(page.getByText('1,210')).toBeVisible();
  token.renew();
  await page.clock.fastForward(5_000);
  await expect(page.getByText('Not Found')).toBeVisible();
  await expect(page.getByText('1,210')).toHaveCount(0);
  await end();
});

test('a phone without scripts shows the house, and asks for it again', async () => {
  const { page, become, end } = await openPhone({ javaScriptEnabled: false });
  await expect(page.getByText('1,210')).toBeVisible();
  await become(house({ admitted: 1_234 }));
  await expect(page.getByText('1,234')).toBeVisible();
  await end();
});
