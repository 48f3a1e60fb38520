import { expect } from '@playwright/test';
import type { BoxOffice } from '#box-office/server.ts';
import { expectScreen, openTheDoor, signIn } from './support/door.ts';
import { test } from './support/kiosk.ts';

function tokensInvalidated(boxOffice: BoxOffice): number {
  return boxOffice.requests.filter(
    ({ method, path, errorCode }) =>
      method === 'DELETE' && path.endsWith('invalidateToken') && errorCode === null,
  ).length;
}

test('closing the window ends the token on the platform', async ({ boxOffice, startKiosk }) => {
  const kiosk = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(kiosk.page, boxOffice);
  await kiosk.close();
  expect(tokensInvalidated(boxOffice)).toBe(1);
});

test('SIGTERM ends the token on the platform', async ({ boxOffice, startKiosk }) => {
  const { app, page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  const ended = app.waitForEvent('close');
  app.process().kill('SIGTERM');
  await ended;
  expect(tokensInvalidated(boxOffice)).toBe(1);
});

test('a platform that is gone does not keep the kiosk from closing', async ({
  boxOffice,
  startKiosk,
}) => {
  const kiosk = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(kiosk.page, boxOffice);
  await boxOffice.close();
  await kiosk.close();
});

test('after a kill the session goes on and the door is open, without a person', async ({
  boxOffice,
  startKiosk,
}) => {
  const killed = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(killed.page, boxOffice);
  const ended = killed.app.waitForEvent('close');
  killed.app.process().kill('SIGKILL');
  await ended;
  expect(tokensInvalidated(boxOffice)).toBe(0);

  const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await expectScreen(page, 'ready');
  await scanner.scan(boxOffice.barcodes('valid', 1));
  await expect(page.locator('html')).toHaveAttribute('data-verdict', 'admit');
});

test('after a clean restart a sign-in is enough: the door opens for what it was open for', async ({
  boxOffice,
  startKiosk,
}) => {
  const kiosk = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await expectScreen(kiosk.page, 'sign-in');
  await signIn(kiosk.page, boxOffice);
  await expectScreen(kiosk.page, 'select');
  await kiosk.page.getByRole('radio', { name: /Anything open now/ }).check({ force: true });
  await kiosk.page.getByRole('button', { name: 'Open the door' }).click();
  await expectScreen(kiosk.page, 'ready');
  await kiosk.close();

  const { page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await expectScreen(page, 'sign-in');
  await signIn(page, boxOffice);
  await expectScreen(page, 'ready');
  await expect(page.getByText('Anything open now')).toBeVisible();
});

test('a reload of the page costs nothing: the door is open, the verdict is on screen', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  await scanner.scan(boxOffice.barcodes('valid', 1));
  await expect(page.locator('html')).toHaveAttribute('data-verdict', 'admit');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-verdict', 'admit');
  await expectScreen(page, 'ready');
});
