import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { apiError, offline, openDoor } from '#tests/renderer/support/builders.ts';
import { uploads } from '#tests/support/kiosk-state.ts';
import { openKiosk, root } from '#tests/renderer/support/open-kiosk.ts';
import { scan } from '#tests/renderer/support/keys.ts';

const heading = page.getByRole('status');
const leaving = (pending: number, changes: Parameters<typeof openDoor>[0] = {}) =>
  openDoor({ leaving: 'signing-out', uploads: uploads({ pending, uploading: true }), ...changes });

test('signing out uploads first, and counts down what is left', async () => {
  const { main } = await openKiosk(leaving(12));
  expect(root('screen')).toBe('leaving');
  await expect.element(heading).toHaveTextContent('Uploading 12 scans before signing out');
  main.emit(leaving(4));
  await expect.element(heading).toHaveTextContent('Uploading 4 scans before signing out');
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('value', '8');
  await expect.element(page.getByText('8 of 12')).toBeVisible();
  main.emit(leaving(0, { uploads: uploads() }));
  await expect.element(heading).toHaveTextContent('All scans are uploaded.');
});

test('nothing has begun yet: it is about to', async () => {
  await openKiosk(leaving(3, { uploads: uploads({ pending: 3 }) }));
  await expect.element(heading).toHaveTextContent('Uploading 3 scans before signing out');
});

test.each([
  ['offline', { connection: offline(), uploads: uploads({ pending: 3 }) }],
  [
    'refused',
    {
      uploads: uploads({ pending: 3, lastProblem: { type: 'refused', error: apiError(16) } }),
    },
  ],
] as const)('%s: it says how many stay, and when they go up', async (_, changes) => {
  await openKiosk(leaving(3, changes));
  await expect
    .element(heading)
    .toHaveTextContent('3 scans stay on this kiosk. They go up at the next sign-in.');
});

test('closing has words of its own', async () => {
  const { main } = await openKiosk(leaving(1, { leaving: 'closing' }));
  await expect.element(heading).toHaveTextContent('Uploading 1 scan before closing');
  main.emit(
    leaving(1, { leaving: 'closing', connection: offline(), uploads: uploads({ pending: 1 }) }),
  );
  await expect
    .element(heading)
    .toHaveTextContent(
      '1 scan stays on this kiosk. It goes up at the next sign-in after the next start.',
    );
});

test('a scan changes nothing meanwhile', async () => {
  const { main } = await openKiosk(leaving(12));
  await scan('ABC123{Enter}');
  expect(main.requests('scan')).toEqual([{ code: 'ABC123', source: 'wedge' }]);
  expect(root('screen')).toBe('leaving');
  await expect.element(page.getByText('Tickets are not checked meanwhile.')).toBeVisible();
});
