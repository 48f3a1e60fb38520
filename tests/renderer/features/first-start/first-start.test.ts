import { FIRST_START, NO_FIRST_START, type FirstStart } from '#shared/model/first-start.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { TEST_BARCODE } from '#shared/wedge/diagnose.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { openDoor, signedOut } from '#tests/renderer/support/builders.ts';
import { play, typeByHand } from '#tests/renderer/support/keys.ts';
import { says } from '#tests/renderer/support/on-screen.ts';
import { openKiosk, root } from '#tests/renderer/support/open-kiosk.ts';
import { press } from '#tests/renderer/support/press.ts';
import { ScannerMain } from '#tests/renderer/support/scanner-main.ts';
import { NO_PIN, UNLOCKED } from '#tests/support/kiosk-state.ts';
import { type } from '#tests/shared/wedge/typist.ts';

/** A kiosk that has never been started, whose main process goes on as it is told. */
async function openNew(changes: Partial<KioskState> = {}) {
  const state = signedOut({ baseUrl: null, firstStart: FIRST_START, lock: NO_PIN, ...changes });
  const main = new ScannerMain(state);
  main.on('goOnWithFirstStart', (firstStart) => main.change({ firstStart }));
  main.on('useBaseUrl', ({ address }) => main.change({ baseUrl: address }));
  main.on('changeSettings', () => ({ ok: true, value: null }));
  main.on('setPin', () => main.change({ lock: UNLOCKED }));
  await openKiosk(state, { main });
  return main;
}

const asks = (question: string) =>
  expect.element(page.getByRole('heading', { name: question })).toBeVisible();
const skip = () => page.getByRole('button', { name: 'Skip' }).click();

test('five questions, answered by keyboard and scanner: then it signs in', async () => {
  const main = await openNew();
  expect(root('screen')).toBe('first-start');
  await expect.element(page.getByText('Question 1 of 5')).toBeVisible();
  await typeByHand('https://tickets.example/api{Enter}');

  await asks('What is this door called?');
  await expect.element(page.getByLabelText('Name of this kiosk')).toHaveFocus();
  await typeByHand('Balcony{Enter}');
  expect(main.requests('changeSettings')).toEqual([{ change: { kioskName: 'Balcony' } }]);

  await asks('Who looks at this screen?');
  await expect.element(page.getByRole('radio', { checked: true })).toHaveFocus();
  await press('{Enter}');
  expect(main.requests('changeSettings')).toHaveLength(2);

  await asks('Does your scanner read well?');
  expect(main.requests('tryScanners')).toEqual([{ on: true }]);
  expect(page.getByRole('button', { name: 'Next' }).elements()).toEqual([]);
  main.send({ type: 'code', channel: 'hid', device: 'x', code: TEST_BARCODE, symbology: 'C0' });
  await says('Read exactly');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => main.requests('tryScanners')).toEqual([{ on: true }, { on: false }]);

  await asks('Choose a PIN');
  await typeByHand('4711');
  await press('{Tab}');
  await typeByHand('4711{Enter}');
  expect(main.requests('setPin')).toEqual([{ pin: '4711' }]);

  await asks('That was all');
  expect(page.getByText('Left out').elements()).toEqual([]);
  await expectAccessible();
  await press('{Enter}');
  await expect.poll(() => root('screen')).toBe('sign-in');
  expect(main.requests('goOnWithFirstStart').at(-1)).toEqual(NO_FIRST_START);
});

test('each can be left out; the end says so, and where it is found again', async () => {
  const main = await openNew();
  for (let question = 1; question <= 5; question += 1) {
    await expect.element(page.getByText(`Question ${question} of 5`)).toBeVisible();
    await skip();
  }
  await asks('That was all');
  const left = page.getByText(/^Left out/);
  expect(left.elements().map(({ textContent }) => textContent)).toEqual([
    ...Array.from({ length: 3 }, () => 'Left out. You find it later under Settings.'),
    'Left out. You find it later under Scanners.',
    'Left out. You find it later under Settings.',
  ]);
  for (const call of ['changeSettings', 'setPin', 'useBaseUrl'] as const) {
    expect(main.requests(call)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Go on' }).click();
  // Without a platform there is nothing to sign in to.
  await expect.poll(() => root('screen')).toBe('server');
});

test('somebody goes back, answers what was left out, and it is left out no more', async () => {
  const main = await openNew();
  await skip();
  await skip();
  await asks('Who looks at this screen?');
  await page.getByRole('button', { name: 'Back' }).click();
  await asks('What is this door called?');
  await page.getByRole('button', { name: 'Next' }).click();
  await asks('Who looks at this screen?');
  const request = main.requests('goOnWithFirstStart').at(-1);
  expect(request).toEqual({ at: 'audience', skipped: ['platform'] });
});

test('whoever reads no English chooses their language at once, and sees the whole list', async () => {
  const main = await openNew();
  await page.getByRole('button', { name: 'English' }).click();
  const language = page.getByRole('button', { name: 'Polski' });
  await expect.element(language).toBeInViewport({ ratio: 1 });
  await language.click();
  expect(main.requests('setLanguage')).toEqual([{ language: 'pl' }]);
});

test('a name that cannot be kept is said beside it, and nothing goes on', async () => {
  const main = await openNew({ firstStart: { at: 'name', skipped: [] } });
  main.on('changeSettings', () => ({
    ok: false,
    error: { type: 'not-good', settings: ['kioskName'] },
  }));
  await page.getByLabelText('Name of this kiosk').fill(' ');
  await press('{Enter}');
  await expect.element(page.getByLabelText('Name of this kiosk')).toBeInvalid();
  await expect.element(page.getByText('Question 2 of 5')).toBeVisible();
  expect(main.requests('goOnWithFirstStart')).toEqual([]);
});

test('a scanner that types ends with Enter, which presses nothing', async () => {
  const main = await openNew({ firstStart: { at: 'scanner', skipped: [] } });
  await expect.poll(() => main.requests('tryScanners')).toHaveLength(1);
  await play(type(`${TEST_BARCODE}{Enter}`));
  await says('Read exactly');
  expect(main.requests('goOnWithFirstStart')).toEqual([]);
  await play(type(`${TEST_BARCODE}{Enter}`));
  await expect.element(page.getByRole('button', { name: 'Next' })).toBeVisible();
  expect(main.requests('goOnWithFirstStart')).toEqual([]);
});

test('where guests stand alone, it is said that the door needs a PIN', async () => {
  const { settings } = signedOut();
  await openNew({
    firstStart: { at: 'pin', skipped: [] },
    settings: { ...settings, audience: 'guest' },
  });
  await expect.element(page.getByText(/without a PIN its door does not open/)).toBeVisible();
  await skip();
  await expect.element(page.getByText(/This door needs a PIN first/)).toBeVisible();
});

describe('on the readiness page', () => {
  const readiness = page.getByRole('button', { name: /^Readiness/ });
  const line = page.getByText(/^Left out at the first start/);

  test('what was left out stands until somebody puts it away', async () => {
    const firstStart: FirstStart = { at: 'over', skipped: ['name', 'scanner'] };
    const { main } = await openKiosk(openDoor({ firstStart }));
    main.on('goOnWithFirstStart', (asked) => {
      main.emit(openDoor({ firstStart: asked }));
      return { ok: true, value: null };
    });
    await readiness.click();
    await expect
      .element(line)
      .toHaveTextContent('Left out at the first start: Name of this kiosk and Scanners.');
    await page.getByRole('button', { name: 'Put away' }).click();
    expect(main.requests('goOnWithFirstStart')).toEqual([NO_FIRST_START]);
    await expect.poll(() => line.elements()).toEqual([]);
  });

  test('what has an answer since is not named', async () => {
    const firstStart: FirstStart = { at: 'over', skipped: ['platform', 'pin'] };
    await openKiosk(openDoor({ firstStart, lock: UNLOCKED }));
    await readiness.click();
    await expect.element(page.getByRole('heading', { name: 'Readiness' })).toBeVisible();
    expect(line.elements()).toEqual([]);
  });
});
