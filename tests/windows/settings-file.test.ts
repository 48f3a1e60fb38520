import { expect, test } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBoxOffice } from '#box-office/server.ts';
import { after } from './installation.ts';
import { startOnWindows } from './kiosk.ts';

const removeAll = () => {
  after('REMOVE-SETTINGS');
  after('REMOVE-NAME');
};
test.beforeEach(removeAll);
test.afterEach(removeAll);

test('a settings file in ProgramData on Windows is read only if the registry names it', async () => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'usher-windows-settings-'));
  const boxOffice = await startBoxOffice({ seed: 1 });
  try {
    after('PUT-SETTINGS', JSON.stringify({ kioskName: 'Planted' }));
    const unnamed = await readinessOf(folder, boxOffice.baseUrl);
    await expect(unnamed.settings).toContainText('no administrator has named it');
    await expect(unnamed.kiosk).not.toContainText('Planted');
    await unnamed.kill();

    after('NAME-SETTINGS');
    const named = await readinessOf(folder, boxOffice.baseUrl);
    await expect(named.settings).toContainText('C:\\ProgramData\\Usher\\settings.json');
    await expect(named.kiosk).toContainText('Planted');
    await named.kill();
  } finally {
    await boxOffice.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Starts a kiosk, and shows what it says of its settings and of itself. */
async function readinessOf(folder: string, baseUrl: string) {
  const kiosk = await startOnWindows(folder, baseUrl);
  await kiosk.page.getByRole('button', { name: /^Readiness/ }).click();
  const region = (name: string) => kiosk.page.getByRole('region', { name, exact: true });
  return {
    settings: region('Settings'),
    kiosk: region('This kiosk'),
    kill: () => kiosk.kill(),
  };
}
