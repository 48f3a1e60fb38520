import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DEFAULT_SETTINGS } from '#shared/model/settings.ts';
import { NO_APP_WINDOW, type AppWindowState } from '#shared/model/app-window.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { POINTER_HIDES_AFTER } from '#renderer/app/pointer.svelte.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import {
  admission,
  boardAfter,
  NOW,
  openDoor,
  signedOut,
} from '#tests/renderer/support/builders.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk, root } from '#tests/renderer/support/open-kiosk.ts';
import { frame } from '#tests/renderer/support/press.ts';
import { SettingsMain } from '#tests/renderer/support/settings.ts';
import { button, isOn } from '#tests/renderer/support/on-screen.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

const FULL_SCREEN: AppWindowState = {
  canClose: true,
  isFullScreen: true,
  closesRefused: 0,
  autostart: 'possible',
  showsGuests: false,
};
const dialog = () => page.getByRole('dialog', { name: 'Close Usher?' });

/** A kiosk in full screen; with a PIN it is locked. */
async function kiosk(state: KioskState, pin: string | null = null, now?: () => number) {
  const main = new SettingsMain(state, pin);
  let quits = 0;
  main.on('quit', () => {
    quits += 1;
    return { ok: true, value: null };
  });
  await openKiosk(main.current, { main, ...(now && { now }) });
  return { main, quits: () => quits };
}

const inFullScreen = (state: KioskState, changes: Partial<AppWindowState> = {}): KioskState =>
  withChanges(state, { appWindow: { ...FULL_SCREEN, ...changes } });

describe('closing', () => {
  test('is in the menu, last, and asks how many scans wait', async () => {
    const state = inFullScreen(openDoor());
    const { quits } = await kiosk(
      withChanges(state, { uploads: { ...state.records.uploads, pending: 3 } }),
    );
    await button('More').click();
    const entries = page.getByRole('list', { name: 'More' }).getByRole('button');
    await expect.poll(() => entries.elements().at(-1)?.textContent).toBe('Close Usher');
    await button('Close Usher').click();
    await expect.element(dialog().getByText(/3 scans wait to be uploaded/)).toBeVisible();
    await expectAccessible();
    await button('Keep it open').click();
    await expect.element(button('More')).toHaveFocus();
    expect(quits()).toBe(0);
    await chooseMore('Close Usher');
    await dialog().getByRole('button', { name: 'Close Usher' }).click();
    await expect.poll(quits).toBe(1);
  });

  test('a window that may not be closed asks for the PIN, then whether it is meant', async () => {
    const { main, quits } = await kiosk(inFullScreen(openDoor()), '2468');
    main.state({ appWindow: { ...FULL_SCREEN, closesRefused: 1 } });
    await isOn('unlock');
    for (const digit of '2468') await button(digit).click();
    await button('Unlock').click();
    await expect.element(dialog()).toBeVisible();
    await dialog().getByRole('button', { name: 'Close Usher' }).click();
    await expect.poll(quits).toBe(1);
  });

  test('a kiosk that nobody has touched for long asks for the PIN until it is answered or left', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let now = NOW;
    const pass = async (ms: number) => {
      now += ms;
      vi.advanceTimersByTime(1_000);
      await frame();
    };
    const { main } = await kiosk(boardAfter(60_000, inFullScreen(openDoor())), '2468', () => now);
    const closeWindow = (times: number) =>
      main.state({ appWindow: { ...FULL_SCREEN, closesRefused: times } });
    await pass(60_000);
    closeWindow(1);
    await frame();
    expect(root('screen')).toBe('unlock');
    await pass(59_999);
    expect(root('screen'), 'whoever closed the window is there').toBe('unlock');
    // And then they are not: the pad goes, as it does for others.
    await pass(1);
    await isOn('ready');
    closeWindow(2);
    await isOn('unlock');
    await pass(30_000);
    for (const digit of '2468') await button(digit).click();
    await button('Unlock').click();
    await expect.element(dialog()).toBeVisible();
  });

  test('whoever does not know the PIN goes back to the door, and is asked nothing', async () => {
    const { main, quits } = await kiosk(inFullScreen(openDoor()), '2468');
    main.state({ appWindow: { ...FULL_SCREEN, closesRefused: 1 } });
    await isOn('unlock');
    await button('Cancel').click();
    await isOn('ready');
    expect(dialog().elements()).toEqual([]);
    expect(quits()).toBe(0);
  });

  test('a guest who comes meanwhile is answered in full sight', async () => {
    const { main } = await kiosk(inFullScreen(openDoor()));
    await chooseMore('Close Usher');
    await expect.element(dialog()).toBeVisible();
    main.state({ verdict: admission() });
    await isOn('verdict');
    await expect.poll(() => dialog().elements()).toEqual([]);
  });

  test('a kiosk that is out of order can be closed, behind its PIN', async () => {
    const state = inFullScreen(withChanges(openDoor(), { fault: { type: 'demo-failed' } }));
    const { main } = await kiosk(state, '2468');
    await isOn('fault');
    await button('Close Usher').click();
    await isOn('unlock');
    main.lock({ hasPin: true, isUnlocked: true });
    await expect.element(dialog()).toBeVisible();
  });

  test('in a browser there is nothing to close', async () => {
    await kiosk(withChanges(openDoor(), { appWindow: NO_APP_WINDOW }));
    await button('More').click();
    await expect.element(button('Settings')).toBeVisible();
    expect(button('Close Usher').elements()).toEqual([]);
  });
});

describe('the pointer', () => {
  const move = (x: number, pointerType = 'mouse', type = 'pointermove') =>
    window.dispatchEvent(new PointerEvent(type, { pointerType, screenX: x, screenY: 50 }));

  test('goes when nobody moves it, comes at once, and never for fingers', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let now = NOW;
    const pass = (ms: number) => {
      now += ms;
      vi.advanceTimersByTime(1_000);
    };
    await kiosk(inFullScreen(signedOut()), null, () => now);
    move(10);
    pass(POINTER_HIDES_AFTER - 1);
    expect(root('pointer')).toBeNull();
    pass(1);
    await expect.poll(() => root('pointer')).toBe('hidden');
    expect(getComputedStyle(button('Sign in').element()).cursor).toBe('none');
    // What moves is the page beneath it.
    move(10);
    move(300, 'touch', 'pointerdown');
    move(310, 'touch');
    await expect.poll(() => root('pointer')).toBe('hidden');
    move(11);
    await expect.poll(() => root('pointer')).toBeNull();
    move(300, 'touch', 'pointerdown');
    await expect.poll(() => root('pointer')).toBe('hidden');
    vi.useRealTimers();
  });

  test('stays in an ordinary window', async () => {
    await kiosk(inFullScreen(signedOut(), { isFullScreen: false }));
    move(300, 'touch', 'pointerdown');
    await expect.element(button('Sign in')).toBeVisible();
    expect(root('pointer')).toBeNull();
  });
});

describe('starting by itself', () => {
  const choice = (name: string) =>
    page.getByRole('group', { name: 'Start by itself' }).getByRole('radio', { name });

  test('is off until somebody sets it', async () => {
    const { main } = await kiosk(inFullScreen(signedOut()));
    await button('Settings').click();
    await expect.element(choice('Off')).toBeChecked();
    await page
      .getByRole('group', { name: 'Start by itself' })
      .getByText('On', { exact: true })
      .click();
    await expect.poll(() => main.settings.autostart).toBe(true);
  });

  test('is not to be had where nothing was installed, and says so', async () => {
    await kiosk(inFullScreen(signedOut(), { autostart: 'not-packaged' }));
    await button('Settings').click();
    await expect.element(page.getByText(/This Usher is not installed/)).toBeVisible();
    await expect.element(choice('On')).toBeDisabled();
  });

  test('says that the system did not take it', async () => {
    const state = inFullScreen(signedOut(), { autostart: 'failed' });
    const settings = { ...DEFAULT_SETTINGS, kioskName: 'Main foyer', autostart: true };
    await kiosk(withChanges(state, { settings }));
    await button('Settings').click();
    await expect.element(page.getByText(/The system did not take it/)).toBeVisible();
  });
});
