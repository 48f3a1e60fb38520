import { expect, type Page } from '@playwright/test';
import type { BoxOffice } from '#box-office/server.ts';
import type { DemoRole } from '#shared/model/demo-guide.ts';
import { userOf } from '#tests/support/demo-users.ts';

/** The screen that is up, by the name on the root element. */
export async function expectScreen(page: Page, name: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-screen', name);
}

/** Signs in as a person does, by hand. */
export async function signIn(
  page: Page,
  boxOffice: Pick<BoxOffice, 'guide'>,
  role: DemoRole = 'scanner',
): Promise<void> {
  const { username, password } = userOf(boxOffice, role);
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** From the sign-in to a door that is open for the performance nearest to now. */
export async function openTheDoor(
  page: Page,
  boxOffice: Pick<BoxOffice, 'guide'>,
  role: DemoRole = 'scanner',
): Promise<void> {
  await expectScreen(page, 'sign-in');
  await signIn(page, boxOffice, role);
  await expectScreen(page, 'select');
  await page.getByRole('button', { name: 'Open the door' }).click();
  await expectScreen(page, 'ready');
}

/** Chooses what the open door keeps under “More”. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

/** Waits until the kiosk has a snapshot of the tickets, to decide by when the network goes. */
export async function hasTickets(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-tickets', /^[1-9]/);
}
