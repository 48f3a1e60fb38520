import type { KioskSettings } from '#shared/model/settings.ts';
import type { UpdateState } from '#shared/model/update.ts';
import { VERDICT_KINDS } from '#shared/model/verdict-kind.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NOW, openDoor } from '#tests/renderer/support/builders.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk } from '#tests/renderer/support/open-kiosk.ts';
import { SettingsMain } from '#tests/renderer/support/settings.ts';
import { button, isOn } from '#tests/renderer/support/on-screen.ts';
import type { StateChanges } from '#tests/support/kiosk-state.ts';

const set = (changes: Partial<KioskSettings>): StateChanges => ({
  settings: { ...openDoor().settings, ...changes },
});
const update = (state: UpdateState): StateChanges => ({
  ...set({ updateFeed: 'https://updates.example/usher', updateHour: null }),
  update: state,
});
const url = 'http://127.0.0.1:9464/metrics';

async function follow(changes: StateChanges, line: string, pin: string | null = null) {
  const main = new SettingsMain(openDoor(changes), pin);
  await openKiosk(main.current, { main, size: 'small' });
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await isOn('readiness');
  const region = page.getByRole('region', { name: line, exact: true });
  await region.getByRole('button', { name: 'Settings' }).click();
  return main;
}

/** The setting whose control has the focus; null: something else has. */
const focused = () =>
  document.activeElement?.closest('[data-setting]')?.getAttribute('data-setting') ?? null;

/** It is there to be read, and the screen around it is where it was. */
function expectInSight(setting: string) {
  expect(document.querySelector('main')?.getBoundingClientRect().top).toBe(0);
  const box = document.querySelector(`[data-setting="${setting}"]`)?.getBoundingClientRect();
  const room = document.querySelector('section')?.getBoundingClientRect();
  expect(box?.top).toBeGreaterThanOrEqual((room?.top ?? Infinity) - 1);
  expect(box?.top).toBeLessThan((room?.bottom ?? 0) - 48);
}

describe('readiness leads to the setting that a line is about', () => {
  test.for<[what: string, line: string, changes: StateChanges, setting: string]>([
    ['a kiosk without a PIN', 'Settings', {}, 'pin'],
    ['no sound', 'Sound', set({ volume: 0 }), 'volume'],
    ['no sound for any verdict', 'Sound', set({ silent: [...VERDICT_KINDS] }), 'silent'],
    ['no encryption', 'Encryption', { baseUrl: 'http://tickets.example' }, 'server'],
    [
      'numbers for all',
      'Monitoring',
      { metrics: { type: 'on', url, isOpen: true } },
      'metricsAddress',
    ],
    [
      'a port that is taken',
      'Monitoring',
      { metrics: { type: 'failed', url, code: 'EADDRINUSE' } },
      'metricsPort',
    ],
    [
      'an address of others',
      'Monitoring',
      { metrics: { type: 'failed', url, code: 'EADDRNOTAVAIL' } },
      'metricsAddress',
    ],
    [
      'a newer version',
      'Version',
      update({ type: 'ready', version: '0.2.0', way: 'by-itself' }),
      'update',
    ],
    [
      'no newer versions there',
      'Version',
      update({ type: 'failed', reason: 'not-a-feed', version: null, at: NOW }),
      'updateFeed',
    ],
  ])('%s: %s', async ([, line, changes, setting]) => {
    await follow(changes, line);
    await isOn('settings');
    await expect.poll(focused).toBe(setting);
    expectInSight(setting);
  });

  test('behind the PIN, too; and whoever opens them by themselves begins at the first', async () => {
    await follow(set({ silent: [...VERDICT_KINDS] }), 'Sound', '2468');
    await isOn('unlock');
    for (const digit of '2468') await button(digit).click();
    await button('Unlock').click();
    await isOn('settings');
    await expect.poll(focused).toBe('silent');
    await button('Back to the door').click();
    await chooseMore('Settings');
    await isOn('settings');
    await expect.element(button('Back to the door')).toHaveFocus();
    await expect.element(button('This kiosk')).toHaveAttribute('aria-current', 'true');
  });

  test('one that a file sets is shown, although nobody can set it here', async () => {
    await follow(
      { ...set({ volume: 0 }), managed: ['volume'], managedBy: '/etc/usher.json' },
      'Sound',
    );
    await isOn('settings');
    await expect.poll(() => document.querySelector('[data-setting="volume"]')).not.toBeNull();
    expectInSight('volume');
    await expect.element(button('Back to the door')).toHaveFocus();
  });
});
