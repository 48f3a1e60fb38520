import { expect } from '@playwright/test';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBoxOffice } from '#box-office/server.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { openBadNetwork } from '#tests/support/bad-network.ts';
import { filesIn, found } from '../main/raw-bytes/disk.ts';
import { secretsOf } from '../main/raw-bytes/secrets.ts';
import { chooseMore, expectScreen, hasTickets, openTheDoor, signIn } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { letVerdictsLeaveSoon, verdictNumber, watchVerdicts } from './support/verdicts.ts';

/** The kiosk's own files, and not Chromium's, which keeps its own. */
const OURS =
  /^(ledger\.db|vault\.key|settings|session\.|offered\.|pin\.|snapshots\/|programme|logs\/|logos\/)/;

test('after an evening nothing in the data folder tells a password, a token, a barcode or a guest', async ({
  dataDirectory,
  startKiosk,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'usher-box-office-'));
  const boxOfficeData = join(folder, 'box-office.db');
  const boxOffice = await startBoxOffice({ seed: 1, tickets: 600, data: boxOfficeData });
  const network = await openBadNetwork(boxOffice.baseUrl, systemClock);
  try {
    const kiosk = await startKiosk({ args: [`--base-url=${network.baseUrl}`] });
    const { page, scanner } = kiosk;
    await expectScreen(page, 'sign-in');
    await signIn(page, boxOffice, 'no-permission');
    await expect(page.getByText('This user may not check tickets')).toBeVisible();
    await openTheDoor(page, boxOffice, 'scanner-with-patrons');
    await hasTickets(page);
    const change = { patronDetails: ['name', 'plus-one', 'phone', 'email', 'addresses'] };
    await page.evaluate((change) => window.kiosk.changeSettings({ change }), change);
    await letVerdictsLeaveSoon(page);
    await page.evaluate(() => window.kiosk.setPin({ pin: '24683579' }));

    // Online and not, good and not, by the scanner and by hand, and somebody is looked for.
    const seen = await watchVerdicts(page);
    const codes = [
      ...boxOffice.barcodes('valid', 3),
      ...boxOffice.barcodes('voided', 1),
      ...boxOffice.barcodes('unknown', 1),
    ];
    const [online = '', second = '', ...offline] = codes;
    await scanner.scan([online]);
    expect(await verdictNumber(seen, 1)).toMatchObject({ basis: 'platform' });
    await scanner.scan([second]);
    await verdictNumber(seen, 2);
    await network.cut();
    await scanner.scan(offline, { every: 300 });
    await verdictNumber(seen, codes.length);
    await expectScreen(page, 'ready');
    await page.getByLabel('Enter a code by hand').fill(online);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await verdictNumber(seen, codes.length + 1);
    await expectScreen(page, 'ready');
    await chooseMore(page, 'Find a ticket');
    await page.getByRole('combobox').fill('nowak');
    await expect(page.getByRole('option')).not.toHaveCount(0);
    await page.getByRole('combobox').fill('');
    await page.getByRole('button', { name: 'Back to the door' }).click();
    await page.getByRole('button', { name: /^Readiness/ }).click();
    await expect(page.getByText(/lies in a file beside it/)).toBeVisible();

    const headers = network.passed.flatMap(({ authorization }) => authorization ?? []);
    const secrets = [...secretsOf(boxOfficeData, headers, codes), '24683579'];
    expect(headers.length).toBeGreaterThan(3);
    expect(secrets.length).toBeGreaterThan(200);
    const files = filesIn(dataDirectory);
    expect(files).toEqual(
      expect.arrayContaining([
        'ledger.db',
        'vault.key',
        'session.sealed',
        'pin.sealed',
        'logs/usher.log',
      ]),
    );
    expect(found(secrets, dataDirectory)).toEqual([]);
    const open = files.filter(
      (path) => OURS.test(path) && (statSync(join(dataDirectory, path)).mode & 0o077) !== 0,
    );
    expect(open, 'files that others than the kiosk’s user may read').toEqual([]);

    // And so it stays when the power goes.
    const ended = kiosk.app.waitForEvent('close');
    kiosk.app.process().kill('SIGKILL');
    await ended;
    expect(found(secrets, dataDirectory)).toEqual([]);
  } finally {
    await network.close();
    await boxOffice.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
