import { expect, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { hearTones } from './support/tones.ts';

/** A machine with a loudspeaker, whatever this one has. */
const WITH_SPEAKER = { switches: ['--use-fake-device-for-media-stream'] };

const line = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openReadiness(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await expectScreen(page, 'readiness');
}

test('before the doors open: every line, and what can be done about it', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  const settings = join(dataDirectory, 'fleet.json');
  writeFileSync(settings, JSON.stringify({ kioskName: 'Main foyer', timeZone: 'Europe/London' }));
  const args = [`--base-url=${boxOffice.baseUrl}`, `--settings=${settings}`];
  const { app, page } = await startKiosk({ ...WITH_SPEAKER, args });
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  await openReadiness(page);

  await expect(line(page, 'Session').getByText('door@usher.example')).toBeVisible();
  await expect(line(page, 'Ticketing platform').getByText(/Answered just now, in/)).toBeVisible();
  await expect(line(page, 'Tickets on this kiosk').getByText(/As of/)).toBeVisible();
  await expect(line(page, 'Scanners')).toBeVisible();
  await expect(line(page, 'Scans to be uploaded')).toBeVisible();
  await expect(line(page, 'Scans not accepted')).toBeVisible();
  await expect(line(page, 'Sound').getByText('Volume 80%')).toBeVisible();
  await expect(line(page, 'Clock')).toBeVisible();
  await expect(line(page, 'Disk').getByText(/free\.$/)).toBeVisible();
  await expect(line(page, 'Key store')).toBeVisible();
  await expect(line(page, 'Settings').getByText(settings)).toBeVisible();
  const version = await app.evaluate(({ app }) => app.getVersion());
  const electron = await app.evaluate(() => process.versions.electron);
  const kiosk = line(page, 'This kiosk');
  await expect(kiosk.getByText(`Usher ${version}`)).toBeVisible();
  await expect(kiosk.getByText(`Electron ${electron}`)).toBeVisible();
  await expect(
    page.getByRole('status').getByText(/^Ready, with \d things? to look at$/),
  ).toBeVisible();
  await keepScreenshot(page, 'readiness');
});

test('each verdict’s tone can be heard beforehand', async ({ boxOffice, startKiosk }) => {
  const args = [`--base-url=${boxOffice.baseUrl}`];
  const { page } = await startKiosk({ ...WITH_SPEAKER, args });
  const tones = await hearTones(page);
  await openTheDoor(page, boxOffice);
  await openReadiness(page);
  const buttons = line(page, 'Sound').getByRole('group', { name: 'Test tones' });
  for (const [name, heard] of [
    ['Admitted', [660, 990]],
    ['Refused', [220, 220]],
    ['Already scanned', [520, 520, 520]],
    ['Undecided', [390]],
    ['Looked up', [1200]],
  ] as const) {
    await buttons.getByRole('button', { name }).click();
    expect(await tones()).toEqual(heard);
  }
  await expectScreen(page, 'readiness');
});

test('Chromium may speak with the system’s voices, which on Linux takes a switch', async ({
  startKiosk,
}) => {
  const { app } = await startKiosk();
  const isSet = await app.evaluate(({ app }) =>
    app.commandLine.hasSwitch('enable-speech-dispatcher'),
  );
  expect(isSet).toBe(process.platform === 'linux');
});

test('the network goes and comes back: both are seen as soon as somebody asks', async ({
  boxOffice,
  network,
  startKiosk,
}) => {
  const { page } = await startKiosk({ args: [`--base-url=${network.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  await openReadiness(page);
  const platform = line(page, 'Ticketing platform');
  await expect(platform.getByText('The platform answers.')).toBeVisible();
  await network.cut();
  await platform.getByRole('button', { name: 'Measure now' }).click();
  await expect(platform.getByText(/Offline since/)).toBeVisible();
  await network.mend();
  // If its own try has not come first.
  await platform
    .getByRole('button', { name: 'Try now' })
    .click({ timeout: 1_000 })
    .catch(() => undefined);
  await expect(platform.getByText('The platform answers.')).toBeVisible();
});

test('a machine without a loudspeaker is told so, and one that has one is not', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  const speakers = await page.evaluate(async () => {
    const all = await navigator.mediaDevices.enumerateDevices();
    return all.filter(({ kind }) => kind === 'audiooutput').length;
  });
  await openTheDoor(page, boxOffice);
  await openReadiness(page);
  await expect(line(page, 'Sound').getByRole('button', { name: 'Admitted' })).toBeVisible();
  const missing = line(page, 'Sound').getByText(/nothing to play sounds on/);
  await expect(missing).toHaveCount(speakers > 0 ? 0 : 1);
});
