import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDoor } from '../support/builders.ts';
import { openKiosk, picture, root } from '../support/open-kiosk.ts';

test('a settings file that cannot be used: which, why, and what to do', async () => {
  const path = '/etc/usher/settings.json';
  const fault = { type: 'settings-file', path, detail: 'timeZone: Mars/Base is no zone' } as const;
  await openKiosk(openDoor({ fault }));
  expect(root('screen')).toBe('fault');
  for (const words of ['Out of order', path, fault.detail, /Correct the file or remove it/]) {
    await expect.element(page.getByText(words)).toBeVisible();
  }
  await picture('fault');
});

test('a demonstration that could not be started', async () => {
  await openKiosk(openDoor({ fault: { type: 'demo-failed' } }));
  await expect.element(page.getByText(/demonstration could not be started/)).toBeVisible();
});
