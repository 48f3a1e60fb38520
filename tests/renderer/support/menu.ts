import { m } from '#renderer/i18n/messages.ts';
import { page } from 'vitest/browser';

/** Chooses what the open door keeps under “More”. */
export async function chooseMore(name: string): Promise<void> {
  await page.getByRole('button', { name: m.ready_more(), exact: true }).click();
  await page.getByRole('button', { name, exact: true }).click();
}
