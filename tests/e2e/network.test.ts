import { expect, type Page } from '@playwright/test';
import { startBoxOffice, type BoxOffice } from '#box-office/server.ts';
import { hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { verdictNumber, watchVerdicts } from './support/verdicts.ts';

/** A platform that stops answering what `isSilent` says. */
function startSilencing(isSilent: (path: string) => boolean): Promise<BoxOffice> {
  return startBoxOffice({
    hooks: {
      beforeAnswer: ({ path }) =>
        isSilent(path) ? new Promise<undefined>(() => undefined) : undefined,
    },
  });
}

test('without a copy of the tickets, a server that stops: undecided, and never “no entry”', async ({
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
      await scanner.scan([code]);
      const verdict = await verdictNumber(seen, index + 2);
      expect(verdict).toMatchObject({ verdict: 'undecided', code: null });
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
  test(`a server that takes the question and never answers: ${what}`, async ({ startKiosk }) => {
    let hold = true;
    const boxOffice = await startSilencing((path) => hold && path.includes(silent));
    try {
      const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
      await openTheDoor(page, boxOffice);
      await until(page);
      const seen = await watchVerdicts(page);
      const [first = '', second = ''] = boxOffice.barcodes('valid', 2);
      await scanner.scan([first]);
      expect(await verdictNumber(seen, 1)).toMatchObject(expected);

      hold = false;
      await scanner.scan([second]);
      expect(await verdictNumber(seen, 2)).toMatchObject({ verdict: 'admit', basis: 'platform' });
    } finally {
      await boxOffice.close();
    }
  });
}
