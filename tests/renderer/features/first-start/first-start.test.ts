import { FIRST_START, NO_FIRST_START, type FirstStart } from '#shared/model/first-start.ts';
import { TEST_BARCODE } from '#shared/wedge/diagnose.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { openDoor, signedOut } from '#tests/renderer/support/builders.ts';
import { play, typeByHand } from '#tests/renderer/support/keys.ts';
import { says } from '#tests/renderer/support/on-screen.ts';
import { machineWithCamera } from '#tests/renderer/support/machine-with-camera.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { press } from '#tests/renderer/support/press.ts';
import { scanner, ScannerMain } from '#tests/renderer/support/scanner-main.ts';
import { NO_PIN, UNLOCKED, type StateChanges } from '#tests/support/kiosk-state.ts';
import { type } from '#tests/shared/wedge/typist.ts';

/** A kiosk that has never been started, whose main process goes on as it is told. */
async function openNew(changes: StateChanges = {}) {
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

describe('a machine without a scanner, with a camera', () => {
  /** At the question about scanners; the main process tries a camera as it tries scanners. */
  async function openWithoutScanner() {
    const camera = machineWithCamera();
    const main = await openNew({ firstStart: { at: 'scanner', skipped: [] } });
    const { settings } = signedOut();
    main.on('changeSettings', ({ change }) =>
      main.change({ settings: { ...settings, camera: change.camera === true } }),
    );
    main.on('readByCamera', ({ code, symbology }) => {
      main.send({ type: 'code', channel: 'camera', device: 'Webcam', code, symbology });
      return { ok: true, value: { taken: false } };
    });
    return { camera, main };
  }
  const seen = page.getByLabelText('What the camera sees');
  const use = page.getByRole('button', { name: 'Use this computer’s camera' });

  test('reads any ticket with it, and goes on', async () => {
    const { camera, main } = await openWithoutScanner();
    expect(camera.asked).not.toHaveBeenCalled();
    await use.click();
    expect(main.requests('changeSettings')).toEqual([{ change: { camera: true } }]);
    await expect.element(seen).toBeVisible();
    await says('Hold any ticket, or any barcode, before the camera.');
    await expectAccessible();
    camera.show({ bcid: 'ean13', text: '4006381333931' });
    await expect.poll(() => main.requests('readByCamera')).toHaveLength(1);
    await expect.element(page.getByText('4006381333931')).toBeVisible();
    await picture('first-start-camera');
    await page.getByRole('button', { name: 'Next' }).click();
    await asks('Choose a PIN');
    await expect.poll(() => camera.opened[0]?.active).toBe(false);
    expect(main.requests('goOnWithFirstStart').at(-1)).toEqual({ at: 'pin', skipped: [] });
  });

  test('that does without the camera after all has not answered by it', async () => {
    const { camera, main } = await openWithoutScanner();
    await use.click();
    await expect.element(seen).toBeVisible();
    camera.show({ bcid: 'ean13', text: '4006381333931' });
    const next = page.getByRole('button', { name: 'Next' });
    await expect.element(next).toBeVisible();
    await page.getByRole('button', { name: 'Do without the camera' }).click();
    await expect.element(next).not.toBeInTheDocument();
    main.send({ type: 'code', channel: 'hid', device: 'x', code: TEST_BARCODE, symbology: 'C0' });
    await expect.element(next).toBeVisible();
  });

  test('is told what is wrong with the camera, and does without it', async () => {
    const { main } = await openWithoutScanner();
    await use.click();
    await expect.element(seen).toBeVisible();
    const state = { type: 'no-permission', vendor: null } as const;
    const camera = scanner({ id: 'camera', channel: 'camera', name: 'Webcam', state, codes: 0 });
    main.change({ scanners: { ...main.scanners, all: [camera] } });
    await says('Let Usher use the camera in the settings of this system or browser.');
    await page.getByRole('button', { name: 'Do without the camera' }).click();
    expect(main.requests('changeSettings').at(-1)).toEqual({ change: { camera: false } });
    await expect.element(use).toBeVisible();
  });
});

test('a key that is held down answers one question, and leaves none out', async () => {
  const main = await openNew({ firstStart: { at: 'audience', skipped: [] } });
  await expect.element(page.getByRole('radio', { checked: true })).toHaveFocus();
  const skipping = page.getByRole('button', { name: 'Skip' });
  for (const target of [document.activeElement, skipping.element()]) {
    const held = new KeyboardEvent('keydown', {
      ...{ key: 'Enter', code: 'Enter', repeat: true, bubbles: true, cancelable: true },
    });
    target?.dispatchEvent(held);
    expect(held.defaultPrevented).toBe(true);
  }
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

test('a scanner that is set up later is left out no more', async () => {
  const firstStart: FirstStart = { at: 'over', skipped: ['name', 'scanner'] };
  const state = openDoor({ firstStart, lock: UNLOCKED });
  const main = new ScannerMain(state);
  main.on('goOnWithFirstStart', (asked) => main.change({ firstStart: asked }));
  await openKiosk(state, { main });
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await page.getByRole('button', { name: 'Set up scanners' }).first().click();
  await expect.poll(() => main.requests('tryScanners')).toHaveLength(1);
  main.send({ type: 'code', channel: 'hid', device: 'x', code: 'A-TICKET', symbology: 'C0' });
  await says('Another barcode');
  expect(main.requests('goOnWithFirstStart')).toEqual([]);
  main.send({ type: 'code', channel: 'hid', device: 'x', code: TEST_BARCODE, symbology: 'C0' });
  await says('Read exactly');
  await expect
    .poll(() => main.requests('goOnWithFirstStart'))
    .toEqual([{ at: 'over', skipped: ['name'] }]);
});
