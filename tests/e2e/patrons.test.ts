import { expect, type Page } from '@playwright/test';
import { expectScreen, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { verdictNumber, watchVerdicts } from './support/verdicts.ts';

/** What the kiosk's page knows of whoever was let in. */
const known = (page: Page) =>
  page.evaluate(async () => {
    const state = await window.kiosk.state(null);
    if (!state.ok) throw new Error('no state');
    const { shown, last } = state.value.slices.verdict;
    return { verdict: shown?.ticket ?? null, last: JSON.stringify(last) };
  });

const NOBODY = { name: null, patron: null };

test('a patron is nobody’s business unless it is set so, and then only as long as the verdict stays', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice, 'scanner-with-patrons');
  const seen = await watchVerdicts(page);
  const [first = '', second = ''] = boxOffice.barcodes('valid', 2);

  await scanner.scan([first]);
  const quiet = await verdictNumber(seen, 1);
  expect(quiet).toMatchObject({ verdict: 'admit', basis: 'platform' });
  expect(await known(page)).toMatchObject({ verdict: NOBODY });

  const set = await page.evaluate(() =>
    window.kiosk.changeSettings({
      change: {
        patronDetails: ['name', 'plus-one', 'phone', 'email', 'addresses'],
        verdictTime: 4_000,
      },
    }),
  );
  expect(set.ok).toBe(true);
  await scanner.scan([second]);
  const telling = await verdictNumber(seen, 2);
  const { verdict } = await known(page);
  const { email, firstName, lastName } = verdict?.patron ?? {};
  for (const detail of [email, firstName, lastName]) {
    expect(detail).toBeTruthy();
    expect(telling.text).toContain(detail);
  }
  expect(quiet.text, 'the platform had sent as much before').not.toMatch(/@\S+\.example/);
  await keepScreenshot(page, 'patron-details');

  await expectScreen(page, 'ready');
  const after = await known(page);
  expect(after.verdict).toBeNull();
  expect(after.last).toContain('admitted');
  expect(after.last).not.toContain(email);
  expect(await page.innerText('body')).not.toContain(email);
});
