import { expect } from '@playwright/test';
import { expectScreen, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { letVerdictsLeaveSoon, verdictNumber, watchVerdicts } from './support/verdicts.ts';

test('what was scanned stands in the history, the newest on top, each in a line of its own', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await openTheDoor(page, boxOffice);
  await letVerdictsLeaveSoon(page);
  const seen = await watchVerdicts(page);
  const codes = [...boxOffice.barcodes('valid', 3), ...boxOffice.barcodes('unknown', 1)];
  await scanner.scan(codes, { every: 300 });
  await verdictNumber(seen, codes.length);

  await expectScreen(page, 'ready');
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await page.getByRole('button', { name: 'History of scans' }).click();
  await expectScreen(page, 'history');
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(codes.length);
  for (const [index, code] of codes.toReversed().entries()) {
    await expect(rows.nth(index)).toContainText(code.slice(-4));
  }
  const tops = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(codes.length);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(refused).toEqual([]);
  await keepScreenshot(page, 'history');
});
