import { expect } from '@playwright/test';
import { HAS_SCREEN } from './support/screen.ts';
import { pressing, type } from './support/display-keys.ts';
import { openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { WEDGE_TIMING } from '#shared/wedge/rhythm.ts';

const VCARD = ['BEGIN:VCARD', 'VERSION:3.0', 'N:Doe;Jane;;;', 'TEL:+1 555 0100', 'END:VCARD'];

test('a failed read replaces the previous verdict, and a contact card is sent nowhere', async ({
  boxOffice,
  startKiosk,
}) => {
  test.skip(!HAS_SCREEN, 'only a display can type half a code as a scanner does');
  const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  const root = page.locator('html');
  await openTheDoor(page, boxOffice);
  const [first = '', second = ''] = boxOffice.barcodes('valid', 2);
  await scanner.scan([first]);
  await expect(root).toHaveAttribute('data-verdict', 'admit');

  // Half of the next guest's code, and then nothing.
  await type(pressing(second.slice(0, 6), { gap: 4, hold: 0 }));
  const halfAt = Date.now();
  await expect(root).toHaveAttribute('data-notice', 'not-read');
  await expect(root).not.toHaveAttribute('data-verdict', /./);
  await expect(page.getByText('Not read')).toBeVisible();
  await keepScreenshot(page, 'not-read');

  // Keys that come sooner may belong to the half code.
  await expect.poll(() => Date.now() - halfAt).toBeGreaterThan(WEDGE_TIMING.restOfHalf);
  await scanner.scan([second]);
  await expect(root).toHaveAttribute('data-verdict', 'admit');
  await scanner.scan(VCARD, { gap: 4 });
  await expect(root).toHaveAttribute('data-notice', 'not-a-ticket');
  await expect(root).not.toHaveAttribute('data-verdict', /./);
  await keepScreenshot(page, 'not-a-ticket');

  const asked = boxOffice.requests.filter(({ path }) => path.endsWith('validateTicket'));
  expect(asked).toHaveLength(2);
});
