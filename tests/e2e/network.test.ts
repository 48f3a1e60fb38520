import { expect, type Page } from '@playwright/test';
import { startBoxOffice, type BoxOffice } from '#box-office/server.ts';
import { hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { verdictNumber, watchVerdicts } from './support/verdicts.ts';

/** The online budget of one second, and what the rest of the way may take. */
const LONGEST_WAIT = 1_100;

/** A platform that stops answering what `isSilent` says. */
function startSilencing(isSilent: (path: string) => boolean): Promise<BoxOffice> {
  return startBoxOffice({
    hooks: {
      beforeAnswer: ({ path }) =>
        isSilent(path) ? new Promise<undefined>(() => undefined) : undefined,
    },
  });
}

test('without a copy of the tickets, a server that stops: undecided within 1.1 s, never “no entry”', async ({
  startKiosk,
}) => {
  const boxOffice = await startSilencing((path) => path.endsWith('validTickets'));
  try {
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
  } finally {
    await boxOffice.close();
  }
});

const withTickets = (page: Page) => hasTickets(page);
const withoutTickets = (page: Page) =>
  expect(page.locator('html')).not.toHaveAttribute('data-tickets');

for (const { what, silent, until, expected } of [
  {
    what: 'the copy of the tickets decides',
    silent: 'validateTicket',
    until: withTickets,
    expected: { verdict: 'admit', basis: 'cache' },
  },
  {
    what: 'without a copy, undecided',
    silent: 'Ticket',
    until: withoutTickets,
    expected: { verdict: 'undecided', basis: 'cache' },
  },
]) {
  test(`a server that takes the question and never answers: within 1.1 s, ${what}`, async ({
    startKiosk,
  }) => {
    let hold = true;
    const boxOffice = await startSilencing((path) => hold && path.includes(silent));
    try {
      const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
      await openTheDoor(page, boxOffice);
      await until(page);
      const seen = await watchVerdicts(page);
      const [first = '', second = ''] = boxOffice.barcodes('valid', 2);
      const scannedAt = await scanner.scan([first]);
      const verdict = await verdictNumber(seen, 1);
      expect(verdict).toMatchObject(expected);
      expect(verdict.at - scannedAt).toBeLessThan(LONGEST_WAIT);

      hold = false;
      await scanner.scan([second]);
      expect(await verdictNumber(seen, 2)).toMatchObject({ verdict: 'admit', basis: 'platform' });
    } finally {
      await boxOffice.close();
    }
  });
}
