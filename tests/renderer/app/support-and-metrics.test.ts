import type { MetricsState } from '#shared/model/metrics.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { openDoor } from '#tests/renderer/support/builders.ts';
import { typeByHand } from '#tests/renderer/support/keys.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { openSettings, type SettingsMain } from '#tests/renderer/support/settings.ts';
import { button, says } from '#tests/renderer/support/on-screen.ts';
import { WRITE_ERRORS } from '#tests/renderer/support/write-errors.ts';
import type { StateChanges } from '#tests/support/kiosk-state.ts';

const save = () => button('Save a support file').click();
const PATH = '/home/door/Documents/usher-support-North-2026.zip';

async function openReadiness(changes: StateChanges = {}) {
  const kiosk = await openKiosk(openDoor(changes));
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await expect.poll(() => root('screen')).toBe('readiness');
  return kiosk;
}

describe('a file for whoever helps', () => {
  test('says what is in it and what is not, is saved once, and says where it lies', async () => {
    const { main } = await openSettings('About');
    await says(/No barcode, name, password or PIN is in it/);
    let done: (value: unknown) => void = () => undefined;
    const written = new Promise((resolve) => (done = resolve));
    main.on('saveSupportBundle', async () => {
      await written;
      return { ok: true, value: { path: PATH } };
    });
    await save();
    await expect.element(button('Saving')).toHaveAttribute('aria-disabled', 'true');
    await button('Saving').click({ force: true });
    done(null);
    await says(/Saved to .*usher-support-North-2026\.zip/);
    expect(main.requests('saveSupportBundle')).toEqual([null]);
    await expectAccessible();
    await picture('support-file');
  });

  test.each(WRITE_ERRORS)(
    '%s: the screen says why not, and it can be tried again',
    async (code, words) => {
      const { main } = await openSettings('About');
      main.on('saveSupportBundle', () => ({ ok: false, error: { type: 'not-written', code } }));
      await save();
      await says(words);
      await expectAccessible();
      main.on('saveSupportBundle', () => ({ ok: true, value: { path: PATH } }));
      await save();
      await says(/Saved to/);
      await expect.element(page.getByText(words)).not.toBeInTheDocument();
    },
  );

  test('is to be had where one looks whether all is well', async () => {
    const { main } = await openReadiness();
    main.on('saveSupportBundle', () => ({ ok: true, value: { path: PATH } }));
    await save();
    await says(/Saved to/);
    await expectAccessible();
  });

  test.each([
    { type: 'settings-file', path: '/etc/usher.json', detail: 'timeZone: no zone' },
    { type: 'ledger', code: 'disk-full', path: '/var/ledger.db', quarantined: null },
  ] as const)('and where nothing else is: $type', async (fault) => {
    const { main } = await openKiosk(openDoor({ fault }), { size: 'small' });
    main.on('saveSupportBundle', () => ({ ok: true, value: { path: PATH } }));
    await save();
    await says(/Saved to/);
    await expectAccessible();
    await picture(`support-file-${fault.type}`);
  });
});

describe('numbers for operators of many kiosks', () => {
  const changes = (main: SettingsMain) =>
    main.requests('changeSettings').map((request) => (request as { change: unknown }).change);

  async function retype(name: string, text: string) {
    const field = page.getByLabelText(name, { exact: true });
    await field.fill('');
    await field.click();
    await typeByHand(`${text}{Enter}`);
  }

  test('are offered at a port and an address, and at none again', async () => {
    const { main } = await openSettings('Monitoring');
    await says('Default: Off');
    await expectAccessible();
    await retype('Port for monitoring', '9464');
    await says('Saved: Port for monitoring.');
    await retype('Address for monitoring', '0.0.0.0');
    await retype('Port for monitoring', '');
    expect(changes(main)).toEqual([
      { metricsPort: 9464 },
      { metricsAddress: '0.0.0.0' },
      { metricsPort: null },
    ]);
  });

  test.each(['80', '65536', '9464.5', 'nine', '-1'])(
    '“%s” is no port, and nothing changes',
    async (typed) => {
      const { main } = await openSettings('Monitoring');
      await retype('Port for monitoring', typed);
      await says('A whole number from 1024 to 65535, or nothing.');
      expect(changes(main)).toEqual([]);
    },
  );

  test.each(['', 'localhost', 'kiosk.venue.example', 'http://127.0.0.1'])(
    '“%s” is no address, and nothing changes',
    async (typed) => {
      const { main } = await openSettings('Monitoring');
      await retype('Address for monitoring', typed);
      await says('Type an IP address, such as 127.0.0.1.');
      expect(changes(main)).toEqual([]);
    },
  );

  const url = 'http://127.0.0.1:9464/metrics';
  test.each<[string, MetricsState, string, RegExp]>([
    ['here', { type: 'on', url, isOpen: false }, 'Ready', /for this machine alone/],
    ['open', { type: 'on', url, isOpen: true }, 'Attention', /Anybody on this network can read/],
    ['taken', { type: 'failed', url, code: 'EADDRINUSE' }, 'Attention', /another program has/],
    ['away', { type: 'failed', url, code: 'EADDRNOTAVAIL' }, 'Attention', /does not have the addr/],
    ['other', { type: 'failed', url, code: 'EACCES' }, 'Attention', /the system answers .*EACCES/],
  ])('readiness tells of them: %s', async (_, metrics, word, words) => {
    await openReadiness({ metrics });
    const line = page.getByRole('region', { name: 'Monitoring', exact: true });
    await expect.element(line.getByText(words)).toBeVisible();
    await expect.element(line.getByText(word, { exact: true })).toBeVisible();
    await line.getByRole('button', { name: 'Settings' }).click();
    await expect.poll(() => root('screen')).toBe('settings');
  });

  test('readiness says nothing where nobody wants them', async () => {
    await openReadiness();
    const line = page.getByRole('region', { name: 'Monitoring', exact: true });
    await expect.element(line).not.toBeInTheDocument();
  });
});
