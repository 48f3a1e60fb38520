import { expect } from '@playwright/test';
import { startBoxOffice } from '#box-office/server.ts';
import { openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { verdictNumber, watchVerdicts } from './support/verdicts.ts';

/** The online budget of one second, and what the rest of the way may take. */
const LONGEST_WAIT = 1_100;

test('a server that stops in the middle: undecided within 1.1 s, and never “no entry”', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  const seen = await watchVerdicts(page);
  const [before = '', during = '', after = ''] = boxOffice.barcodes('valid', 3);
  await scanner.scan([before]);
  expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'admit' });

  await boxOffice.close();
  for (const [index, code] of [during, after].entries()) {
    const scannedAt = await scanner.scan([code]);
    const verdict = await verdictNumber(seen, index + 2);
    expect(verdict).toMatchObject({ verdict: 'undecided', code: null });
    expect(verdict.at - scannedAt).toBeLessThan(LONGEST_WAIT);
  }
  await expect(page.locator('html')).toHaveAttribute('data-connection', 'offline');
  await keepScreenshot(page, 'verdict-undecided');
});

test('a server that takes the question and never answers: undecided within 1.1 s', async ({
  startKiosk,
}) => {
  let hold = false;
  const boxOffice = await startBoxOffice({
    hooks: {
      beforeAnswer: () => (hold ? new Promise<undefined>(() => undefined) : undefined),
    },
  });
  try {
    const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
    await openTheDoor(page, boxOffice);
    const seen = await watchVerdicts(page);
    hold = true;
    const [first = '', second = ''] = boxOffice.barcodes('valid', 2);
    const scannedAt = await scanner.scan([first]);
    const verdict = await verdictNumber(seen, 1);
    expect(verdict).toMatchObject({ verdict: 'undecided' });
    expect(verdict.at - scannedAt).toBeLessThan(LONGEST_WAIT);

    hold = false;
    await scanner.scan([second]);
    expect(await verdictNumber(seen, 2)).toMatchObject({ verdict: 'admit' });
  } finally {
    await boxOffice.close();
  }
});
