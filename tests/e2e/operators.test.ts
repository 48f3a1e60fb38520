import { expect, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExposition, valueOf } from '#tests/support/exposition.ts';
import { freePort } from '#tests/support/free-port.ts';
import { expectScreen, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot, PICTURED_HOME } from './support/screenshot.ts';

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The one support file in a folder. */
function supportFile(folder: string): string {
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(name).toMatch(/^usher-support-.*\.zip$/);
  return join(folder, name);
}

function unpack(path: string): Record<string, string> {
  const files = unzipSync(readFileSync(path));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** Makes this the home of the kiosk's user, whose documents folder is where files for people go. */
function makeHome(home: string): { readonly env: { HOME: string }; readonly documents: string } {
  const documents = join(home, 'Documents');
  mkdirSync(documents, { recursive: true });
  const config = join(home, '.config');
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, 'user-dirs.dirs'), 'XDG_DOCUMENTS_DIR="$HOME/Documents"\n');
  return { env: { HOME: home }, documents };
}

test('who keeps many kiosks reads this one’s numbers, and gets a file about it without a secret', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  const { env, documents } = makeHome(PICTURED_HOME ?? join(dataDirectory, 'home'));
  const { page, scanner } = await startKiosk({ env, args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  const [code = ''] = boxOffice.barcodes('valid', 1);
  await scanner.scan([code]);
  await expect(page.locator('html')).toHaveAttribute('data-verdict', 'admit');

  const port = await freePort();
  await click(page, 'More');
  await click(page, 'Settings');
  await click(page, 'Monitoring');
  const field = page.getByLabel('Port for monitoring', { exact: true });
  await field.pressSequentially(String(port), { delay: 150 });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved: Port for monitoring.')).toBeVisible();
  await keepScreenshot(page, 'monitoring');

  let text = '';
  await expect(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(answer.status).toBe(200);
    text = await answer.text();
  }).toPass();
  const samples = readExposition(text);
  expect(valueOf(samples, 'usher_scans_total', { verdict: 'admit', source: 'wedge' })).toBe(1);
  expect(valueOf(samples, 'usher_decision_seconds_count')).toBe(1);
  expect(valueOf(samples, 'usher_connection_up')).toBe(1);
  expect(text).not.toContain(code);

  await page.evaluate(() => window.kiosk.changeSettings({ change: { kioskName: 'North door' } }));
  await click(page, 'About');
  await click(page, 'Save a support file');
  await expect(page.getByText(/Saved to .*usher-support-North door-/)).toBeVisible();
  if (PICTURED_HOME !== null) await keepScreenshot(page, 'support-file');
  const path = supportFile(documents);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const files = unpack(path);
  const all = Object.values(files).join('\n');
  for (const { username, password } of boxOffice.guide.users) {
    expect(all).not.toContain(username);
    expect(all).not.toContain(password);
  }
  expect(all).not.toContain(code);
  expect(files['logs/usher.log']).toContain('started');
  const { runtime, graphics } = JSON.parse(files['versions.json'] ?? '{}') as {
    readonly runtime: { readonly electron: string };
    readonly graphics: object;
  };
  expect(runtime.electron).toMatch(/^\d+\./);
  expect(Object.keys(graphics).length).toBeGreaterThan(0);
});

test('a kiosk that is out of order gives a file about it at a press, without a PIN', async ({
  dataDirectory,
  startKiosk,
}) => {
  const { env, documents } = makeHome(join(dataDirectory, 'home'));
  const settings = join(dataDirectory, 'fleet.json');
  writeFileSync(settings, '{"timeZone":"Mars/Base"}');
  const { page } = await startKiosk({ env, args: [`--settings=${settings}`] });
  await expectScreen(page, 'fault');
  await click(page, 'Save a support file');
  await expect(page.getByText(/Saved to .*usher-support-/)).toBeVisible();
  const files = unpack(supportFile(documents));
  expect(JSON.parse(files['readiness.json'] ?? '{}')).toMatchObject({
    fault: { type: 'settings-file' },
  });
});
