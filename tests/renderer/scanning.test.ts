import { WEDGE_TIMING } from '#renderer/lib/wedge.ts';
import { ok } from '#shared/result.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { admission, openDoor, refusal, apiError, signedOut } from './support/builders.ts';
import { FakeMain } from './support/fake-transport.ts';
import { openKiosk, root } from './support/open-kiosk.ts';

const scan = (code: string) => ({ code, source: 'wedge' });

/** Keys that come faster than this are a scanner's. */
async function asLongAsPeopleTake(): Promise<void> {
  const from = performance.now();
  await expect.poll(() => performance.now() - from).toBeGreaterThan(WEDGE_TIMING.tooFastForPeople);
}

describe('a scanner that poses as a keyboard', () => {
  test.each(['{Enter}', '{Tab}'])('needs no focused field; %s ends a code', async (end) => {
    const { main } = await openKiosk(openDoor());
    await userEvent.keyboard(`Ab 0012-_;${end}`);
    expect(main.requests('scan')).toEqual([scan('Ab 0012-_;')]);
  });

  test('presses no button that has the focus, and does not move it', async () => {
    const { main } = await openKiosk(openDoor());
    const change = page.getByRole('button', { name: 'Change' });
    (change.element() as HTMLElement).focus();
    await userEvent.keyboard('AB C D{Enter}');
    await userEvent.keyboard('EF  GH{Tab}');

    expect(main.requests('scan')).toEqual([scan('AB C D'), scan('EF  GH')]);
    expect(root('screen')).toBe('ready');
    await expect.element(change).toHaveFocus();
  });

  test('leaves Tab, Enter and the blank to a person', async () => {
    const { main } = await openKiosk(openDoor());
    (page.getByRole('button', { name: /^Readiness/ }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByLabelText('Enter a code by hand')).toHaveFocus();
    for (const key of ['{Tab}', '{Tab}', ' ']) {
      await asLongAsPeopleTake();
      await userEvent.keyboard(key);
    }
    await expect.poll(() => root('screen')).toBe('select');
    expect(main.requests('scan')).toEqual([]);
  });

  test('leaves what a person types into a field alone', async () => {
    const { main } = await openKiosk(openDoor());
    const field = page.getByLabelText('Enter a code by hand');
    await field.click();
    await userEvent.keyboard('typed by hand');
    await expect.element(field).toHaveValue('typed by hand');
    expect(main.requests('scan')).toEqual([]);
  });

  test('is heard while a verdict is on the screen', async () => {
    const { main } = await openKiosk(openDoor({ verdict: admission() }));
    await userEvent.keyboard('NEXT{Enter}');
    expect(main.requests('scan')).toEqual([scan('NEXT')]);
  });

  test('does nothing where nobody would see the verdict, and submits nothing', async () => {
    const { main } = await openKiosk(signedOut());
    (page.getByRole('button', { name: 'Change server' }).element() as HTMLElement).focus();
    await userEvent.keyboard('ABC123{Enter}');
    expect(main.requests('scan')).toEqual([]);
    expect(main.requests('forgetServer')).toEqual([]);
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
  await userEvent.keyboard(codes.map((code) => `${code}{Enter}`).join(''));

  expect(main.requests('scan')).toEqual(codes.map(scan));
  for (const answer of answers) answer();
});
