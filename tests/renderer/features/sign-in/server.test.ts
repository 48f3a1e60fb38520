import type { ServerRefusal } from '#shared/model/failures.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { signedOut } from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { typeByHand } from '#tests/renderer/support/keys.ts';
import { press } from '#tests/renderer/support/press.ts';

const address = page.getByLabelText('Server address');
const unknown = signedOut({ baseUrl: null });

test('a kiosk that knows no server asks for its address', async () => {
  const { main } = await openKiosk(unknown);
  expect(root('screen')).toBe('server');
  await expect.element(address).toHaveFocus();
  await typeByHand(' https://tickets.example.org/api {Enter}');

  expect(main.requests('useBaseUrl')).toEqual([{ address: 'https://tickets.example.org/api' }]);
  main.emit(signedOut());
  await expect.poll(() => root('screen')).toBe('sign-in');
});

test('nothing entered: it asks again without asking the network', async () => {
  const { main } = await openKiosk(unknown);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect.element(page.getByText('Enter the address first.')).toBeVisible();
  expect(main.requests('useBaseUrl')).toEqual([]);
});

const offline = (reason: OfflineReason): ServerRefusal => ({ type: 'offline', reason });
const REFUSALS: [string, ServerRefusal, RegExp][] = [
  ['not an address', { type: 'not-an-address' }, /not a web address/],
  ['not secure', { type: 'not-secure' }, /not encrypted/],
  ['refused', offline('refused'), /Nothing answers/],
  ['reset', offline('reset'), /broke off/],
  ['dns', offline('dns'), /No server has this name/],
  ['tls', offline('tls'), /certificate is not trusted/],
  ['timeout', offline('timeout'), /too long/],
  ['server error', offline('server-error'), /problem of its own/],
  ['captive portal', offline('captive-portal'), /sign-in of its own/],
  ['firewall', offline('firewall'), /firewall refuses this kiosk \(HTTP 403\)/],
  ['something else', offline('not-the-platform'), /Something else answers here/],
  ['no network', offline('unreachable'), /no way there/],
];

test.each(REFUSALS)(
  '%s: said beside the field, which keeps what was typed',
  async (_, error, words) => {
    const main = new FakeMain(unknown);
    main.on('useBaseUrl', () => ({ ok: false, error }));
    await openKiosk(unknown, { main });
    await address.fill('http://somewhere');
    await page.getByRole('button', { name: 'Connect' }).click();

    await expect.element(address).toHaveAccessibleDescription(words);
    await expect.element(address).toHaveAttribute('aria-invalid', 'true');
    await expect.element(address).toHaveValue('http://somewhere');
    await expect.element(address).toHaveFocus();
    await picture('server-refused');

    main.on('useBaseUrl', () => ({ ok: true, value: null }));
    await press('{Enter}');
    await expect.poll(() => main.requests('useBaseUrl')).toHaveLength(2);
    await expect.element(address).not.toHaveAttribute('aria-invalid');
  },
);
