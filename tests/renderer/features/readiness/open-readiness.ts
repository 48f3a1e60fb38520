import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { openKiosk, root } from '#tests/renderer/support/open-kiosk.ts';

/** A kiosk whose readiness page is open. */
export async function openReadiness(state: KioskState, options?: Parameters<typeof openKiosk>[1]) {
  const kiosk = await openKiosk(state, options);
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await expect.poll(() => root('screen')).toBe('readiness');
  return kiosk;
}
