import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ok } from '#shared/result.ts';
import { DEFAULT_WEDGE_SETTINGS } from '#shared/wedge/settings.ts';
import { PERSON, together, type } from '#tests/shared/wedge/typist.ts';
import { scanners } from '#tests/support/kiosk-state.ts';
import { admission, apiError, openDoor, refusal, signedOut } from './support/builders.ts';
import { FakeMain } from './support/fake-transport.ts';
import { play, scan, typeByHand } from './support/keys.ts';
import { openKiosk, root } from './support/open-kiosk.ts';
import { press } from './support/press.ts';

const scanned = (code: string) => ({ code, source: 'wedge' });
const manualEntry = page.getByLabelText('Enter a code by hand');
const focus = (button: { element(): Element }) => (button.element() as HTMLElement).focus();

describe('a scanner that poses as a keyboard', () => {
  test.each(['{Enter}', '{Tab}'])('needs no focused field; %s ends a code', async (end) => {
    const { main } = await openKiosk(openDoor());
    await scan(`Ab 0012-_;${end}`);
    expect(main.requests('scan')).toEqual([scanned('Ab 0012-_;')]);
  });

  test('presses no button that has the focus, and does not move it', async () => {
    const { main } = await openKiosk(openDoor());
    const change = page.getByRole('button', { name: 'Change' });
    focus(change);
    await scan('AB C D{Enter}');
    await scan(' EF  GH{Tab}');
    await scan('{Tab}{Tab}{Enter}');
    await scan('{Tab} ');
    // A person's key comes after all that waited.
    await typeByHand('x');

    expect(main.requests('scan')).toEqual([scanned('AB C D'), scanned(' EF  GH')]);
    expect(root('screen')).toBe('ready');
    await expect.element(change).toHaveFocus();
  });

  test('leaves Tab and the blank to a person', async () => {
    const { main } = await openKiosk(openDoor());
    focus(page.getByRole('button', { name: /^Readiness/ }));
    await press('{Tab}');
    await expect.element(manualEntry).toHaveFocus();
    for (const key of ['{Tab}', '{Tab}', '{Tab}', ' ']) await press(key);
    await expect.poll(() => root('screen')).toBe('select');
    expect(main.requests('scan')).toEqual([]);
  });

  test('leaves what a person types into a field alone, and submits it once', async () => {
    const { main } = await openKiosk(openDoor());
    await manualEntry.click();
    await typeByHand('typed by hand');
    await expect.element(manualEntry).toHaveValue('typed by hand');
    await typeByHand('{Enter}');
    expect(main.requests('scan')).toEqual([{ code: 'typed by hand', source: 'manual' }]);
  });

  test('leaves no letter in a field, nor in what the field stands for', async () => {
    const { main } = await openKiosk(openDoor());
    await manualEntry.click();
    await typeByHand('AB12');
    await scan('4006381333931{Enter}');
    await expect.element(manualEntry).toHaveValue('AB12');
    await page.getByRole('button', { name: 'Check' }).click();
    const byHand = { code: 'AB12', source: 'manual' };
    expect(main.requests('scan')).toEqual([scanned('4006381333931'), byHand]);
  });

  test('leaves no letter in a password, also while a person types it', async () => {
    const { main } = await openKiosk(signedOut());
    await page.getByLabelText('User name').fill('anna');
    const password = page.getByLabelText('Password', { exact: true });
    await password.click();
    const typed = type('geheim 12', { ...PERSON, inField: true });
    await play(together(typed, type('4006381333931{Enter}', { from: 530, gap: 6 })));
    await expect.element(password).toHaveValue('geheim 12');
    await typeByHand('{Enter}');
    expect(main.requests('scan')).toEqual([scanned('4006381333931')]);
    expect(main.requests('signIn')).toEqual([{ username: 'anna', password: 'geheim 12' }]);
  });

  test('is heard while a verdict is on the screen', async () => {
    const { main } = await openKiosk(openDoor({ verdict: admission() }));
    await scan('NEXT{Enter}');
    expect(main.requests('scan')).toEqual([scanned('NEXT')]);
  });

  test('submits nothing where no door is open', async () => {
    const { main } = await openKiosk(signedOut());
    focus(page.getByRole('button', { name: 'Change server' }));
    await scan('ABC123{Enter}');
    expect(main.requests('forgetBaseUrl')).toEqual([]);
    expect(main.requests('scan')).toEqual([scanned('ABC123')]);
  });

  test('is read as it is set up, also when that changes', async () => {
    const french = { ...DEFAULT_WEDGE_SETTINGS, layout: 'fr', terminator: 'tab' } as const;
    const { main } = await openKiosk(openDoor());
    await scan('first{Enter}');
    main.emit(openDoor({ scanners: scanners({ wedge: french }) }));
    await expect.poll(() => root('screen')).toBe('ready');
    await play(type('AZ-12{Tab}', {}, 'fr'));
    expect(main.requests('scan')).toEqual([scanned('first'), scanned('AZ-12')]);
  });

  test('is remembered once it is known, not with each code', async () => {
    const { main } = await openKiosk(openDoor());
    for (const code of ['AAAA', 'BBBB', 'CCCC']) await scan(`${code}{Enter}`);
    await scan('12345678{Enter}', { gap: 60 });
    expect(main.requests('keepRhythms')).toMatchObject([
      { rhythms: [{ gap: expect.closeTo(6, 0) as number }] },
      { rhythms: [{ gap: expect.closeTo(60, 0) as number }, {}] },
    ]);
  });
});

test('twenty scans in a row arrive in order, without waiting for an answer, across screens', async () => {
  const state = openDoor();
  const main = new FakeMain(state);
  const answers: (() => void)[] = [];
  main.on('scan', () => {
    // The screen changes with every scan, and no call is answered.
    const shown = answers.length % 2 === 0 ? refusal(apiError(12)) : null;
    main.emit(openDoor({ verdict: shown }));
    return new Promise((resolve) => answers.push(() => resolve(ok({ taken: true }))));
  });
  await openKiosk(state, { main });
  const codes = Array.from({ length: 20 }, (_, i) => `CODE ${i}`);
  await scan(codes.map((code) => `${code}{Enter}`).join(''));

  expect(main.requests('scan')).toEqual(codes.map(scanned));
  for (const answer of answers) answer();
});
