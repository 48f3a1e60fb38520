import { expect } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectScreen, openTheDoor } from './support/door.ts';
import { startGate } from './support/gate.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { letVerdictsLeaveSoon } from './support/verdicts.ts';

test('nobody stands at the door: a guest is shown where to hold the ticket, and calls for help, which comes', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  const lamp = await startGate();
  const file = join(dataDirectory, 'fleet.json');
  const output = {
    name: 'Lamp',
    purpose: 'signal',
    follows: ['help'],
    way: { type: 'http', url: lamp.url },
  };
  writeFileSync(
    file,
    JSON.stringify({
      ...{ audience: 'guest', guestsWithoutPin: true, secondLanguage: 'de' },
      ...{ scannerAt: 'below', helpOffered: true, outputs: [output] },
    }),
  );
  const args = [`--base-url=${boxOffice.baseUrl}`, `--settings=${file}`];
  const { page, scanner } = await startKiosk({ args });
  await openTheDoor(page, boxOffice);
  await expectScreen(page, 'ready');
  await keepScreenshot(page, 'guest-unattended');

  await letVerdictsLeaveSoon(page);
  // Three in a row that nobody is let in with.
  for (const code of boxOffice.barcodes('unknown', 1).concat(boxOffice.barcodes('voided', 2))) {
    await scanner.scan([code]);
    await expectScreen(page, 'verdict');
    await expectScreen(page, 'ready');
  }
  await expect(page.getByText('May we help you?')).toBeVisible();
  await page.getByRole('button', { name: 'Ask for help' }).click();
  await expect(page.getByText('Please wait here.')).toBeVisible();
  await expect.poll(() => lamp.heard).toEqual(['/gate/help']);
  await keepScreenshot(page, 'guest-help-asked');

  // Whoever comes opens the staff's side, and the guest is helped.
  await page.getByRole('button', { name: /^For staff/ }).click();
  const askedAt = () =>
    page.evaluate(async () => {
      const state = await window.kiosk.state(null);
      return state.ok ? state.value.slices.door.help.askedAt : 'no state';
    });
  await expect.poll(askedAt).toBeNull();
  await lamp.close();
});
