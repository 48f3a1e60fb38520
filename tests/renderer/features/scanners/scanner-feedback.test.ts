import type { ScannerFeedback } from '#shared/model/scanner-feedback.ts';
import type { KioskSettings } from '#shared/model/settings.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { openDoor } from '#tests/renderer/support/builders.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { says } from '#tests/renderer/support/on-screen.ts';
import { openSettings } from '#tests/renderer/support/settings.ts';
import { scanner, ScannerMain } from '#tests/renderer/support/scanner-main.ts';
import { scanners } from '#tests/support/kiosk-state.ts';
import { m } from '#renderer/i18n/messages.ts';

const ABLE: ScannerFeedback = { type: 'able', signals: ['good', 'bad'], isFailing: false };
const HID = scanner({ feedback: ABLE });
const SERIAL = scanner({
  ...{ id: 'COM3', name: 'Datalogic Magellan', channel: 'serial', feedback: { type: 'none' } },
});
const OTHER = scanner({ id: 'hid:2', name: 'Zebra DS9308', feedback: { type: 'none' } });
const KEYBOARD = scanner({
  ...{ id: 'wedge', name: '', channel: 'wedge', feedback: { type: 'none' } },
});
const PORT = { path: 'COM3', name: 'Datalogic Magellan' };
const SETTING = { path: 'COM3', baudRate: 9600, end: 'cr', pauseMs: 50 } as const;

function stateWith(all = [HID, SERIAL, OTHER, KEYBOARD], settings: Partial<KioskSettings> = {}) {
  const state = openDoor({ scanners: scanners({ all, serial: [SETTING] }) });
  return { ...state, settings: { ...state.settings, scannerFeedback: true, ...settings } };
}

/** Opens the page on which scanners are set up. */
async function openSetUp(state = stateWith()) {
  const main = new ScannerMain(state);
  main.on('serialPorts', () => ({ ok: true, value: [PORT] }));
  main.on('testScanner', () => ({ ok: true, value: null }));
  await openKiosk(state, { main });
  // Its name begins the name of the button, in every language.
  await page.getByRole('button', { name: new RegExp(`^${m.readiness_title()}`) }).click();
  await page.getByRole('button', { name: m.scanners_setUp() }).click();
  await expect.poll(() => root('screen')).toBe('scanners');
  return main;
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const device = (name: string) =>
  page.getByRole('region', { name: 'Devices' }).getByRole('listitem').filter({ hasText: name });
const deviceSays = (name: string, words: string | RegExp) =>
  expect.element(device(name).getByText(words)).toBeVisible();

describe('the devices', () => {
  test('each says whether it shows verdicts itself, or why not', async () => {
    await openSetUp();
    await deviceSays('Honeywell', 'Shows verdicts itself.');
    await deviceSays('Magellan', /^To have it show verdicts itself, enter what it is told/);
    await deviceSays('Zebra', 'This scanner cannot show verdicts itself.');
    await deviceSays('Keyboard scanner', 'A keyboard scanner cannot show verdicts itself.');
    await expect.element(device('Zebra').getByRole('button')).not.toBeInTheDocument();
  });

  test('one that could is tried before that is switched on, each signal by itself', async () => {
    const main = await openSetUp(stateWith([HID], { scannerFeedback: false }));
    await says('Could show verdicts itself. That is off in the settings.');
    await button(/^Show good .*Honeywell/).click();
    await says('Sent to the scanner.');
    await button(/^Show bad .*Honeywell/).click();
    await expect
      .poll(() => main.requests('testScanner'))
      .toEqual([
        { id: HID.id, signal: 'good' },
        { id: HID.id, signal: 'bad' },
      ]);
  });

  test('one that did not take it says so, and so does one that shows nothing in time', async () => {
    const main = await openSetUp(stateWith([scanner({ feedback: { ...ABLE, isFailing: true } })]));
    await says('It has not shown the last verdict in time.');
    main.on('testScanner', () => ({ ok: false, error: { type: 'not-shown' } }));
    await button(/^Show good/).click();
    await says('The scanner has not taken it.');
  });

  test('one that knows only one signal offers no other', async () => {
    await openSetUp(stateWith([scanner({ feedback: { ...ABLE, signals: ['bad'] } })]));
    await expect.element(button(/^Show bad/)).toBeVisible();
    await expect.element(button(/^Show good/)).not.toBeInTheDocument();
  });

  test('where the system does not tell what a scanner offers, that is said', async () => {
    await openSetUp(stateWith([scanner({ feedback: { type: 'unknown' } })]));
    await says('Whether it can show verdicts itself is not known on this system.');
  });
});

describe('a serial scanner', () => {
  const good = page.getByLabelText('Sent to it for “good”');
  const bad = page.getByLabelText('Sent to it for “bad”');

  test('is told what was entered, with signs for what cannot be typed', async () => {
    const main = await openSetUp();
    await button('Change Datalogic Magellan').click();
    await good.fill('\\x16\\x07\\r');
    await button('Save').click();
    const feedback = { good: '\\x16\\x07\\r', bad: '' };
    expect(main.requests('useSerial')).toEqual([{ serial: [{ ...SETTING, feedback }] }]);
    await button('Change Datalogic Magellan').click();
    await expect.element(good).toHaveValue('\\x16\\x07\\r');
    await good.fill('');
    await button('Save').click();
    expect(main.requests('useSerial').at(-1)).toEqual({ serial: [SETTING] });
  });

  test('is not told what is no text: it says which signs there are', async () => {
    const main = await openSetUp();
    await button('Change Datalogic Magellan').click();
    await bad.fill('\\e8');
    await button('Save').click();
    await says(/^At most 200 characters; of those with a backslash only .*\\xHH/);
    await expect.element(bad).toHaveFocus();
    expect(main.requests('useSerial')).toEqual([]);
  });
});

describe('readiness', () => {
  const region = page.getByRole('region', { name: 'Scanners' });
  const failing = scanner({ feedback: { ...ABLE, isFailing: true } });

  async function openReadiness(state: ReturnType<typeof stateWith>) {
    await openKiosk(state);
    await button(/^Readiness/).click();
    await expect.element(region).toBeVisible();
  }

  test('a scanner that should show verdicts and does not asks for attention', async () => {
    await openReadiness(stateWith([failing]));
    await expect.element(region.getByText('Attention', { exact: true })).toBeVisible();
    await expect.element(region.getByText(/look at the screen. Plug it in again/)).toBeVisible();
  });

  test('where nobody wants them shown, it is as ready as ever', async () => {
    await openReadiness(stateWith([failing], { scannerFeedback: false }));
    await expect.element(region.getByText('Ready', { exact: true })).toBeVisible();
  });
});

test('it is switched on in the settings, beside the way to the scanners', async () => {
  const { main } = await openSettings('Scanners');
  await expect.element(button('Set up scanners')).toBeVisible();
  const row = page.getByRole('group', { name: 'Verdicts at the scanner' });
  await row.getByText('On', { exact: true }).click();
  await says('Saved: Verdicts at the scanner.');
  expect(main.settings.scannerFeedback).toBe(true);
  await picture('scanner-feedback-settings');
  await expectAccessible();
});

test.each([
  ['dark', { theme: 'dark' }],
  ['light', { theme: 'light' }],
  ['ar', { theme: 'dark', language: 'ar' }],
] as const)('it looks right: %s', async (name, settings) => {
  await openSetUp(stateWith(undefined, settings));
  await expect.element(page.getByText('COM3').first()).toBeVisible();
  await picture(`scanner-feedback-${name}`);
  await expectAccessible();
  document.querySelector<HTMLElement>('[data-port="COM3"]')?.click();
  await expect.element(page.getByLabelText(m.scannerSetup_serial_bad())).toBeInTheDocument();
  document.querySelector('.form')?.scrollIntoView();
  await picture(`scanner-feedback-${name}-form`);
  await expectAccessible();
});
