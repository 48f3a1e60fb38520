import type { KioskState } from '#shared/model/kiosk-state.ts';
import { TEST_BARCODE } from '#shared/wedge/diagnose.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type } from '#tests/shared/wedge/typist.ts';
import { inMinutes, openDoor } from '#tests/renderer/support/builders.ts';
import { scanners } from '#tests/support/kiosk-state.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { openKiosk, picture, root, SIZES, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { pressAll, scanner, ScannerMain } from '#tests/renderer/support/scanner-main.ts';
import { says } from '#tests/renderer/support/on-screen.ts';

const HID = scanner();
const GONE = scanner({
  id: 'serial:1',
  name: 'Datalogic Magellan 1500i',
  channel: 'serial',
  state: { type: 'gone' },
  codes: 1234,
  lastReadAt: inMinutes(-200),
  garbled: 3,
});
const FORBIDDEN = scanner({
  id: 'hid:3',
  name: 'Zebra Technologies Corp. DS9308 bar code scanner',
  state: { type: 'no-permission', vendor: '05e0' },
  lastReadAt: null,
  codes: 0,
});
const KEYBOARD = scanner({ id: 'wedge', name: '', channel: 'wedge', codes: 3 });
const BY_ID = '/dev/serial/by-id/usb-Datalogic_ADC_Inc._Magellan_1500i_S_N_G18A12345-if00';
const PORTS = [
  { path: BY_ID, name: 'Datalogic Magellan 1500i' },
  { path: '/dev/ttyS0', name: null },
];
const SERIAL = [
  { path: BY_ID, baudRate: 9600, end: 'cr', pauseMs: 50 },
  { path: '/dev/serial/by-id/usb-Opticon-if00', baudRate: 115_200, end: 'crlf', pauseMs: 50 },
] as const;

/** What is there, and what happens on the screen. */
const STATES: Record<string, [KioskState, (main: ScannerMain) => Promise<void>]> = {
  nothing: [openDoor(), async () => {}],
  right: [
    openDoor({ scanners: scanners({ all: [HID] }) }),
    async (main) => {
      const device = HID.name;
      main.send({ type: 'code', channel: 'hid', device, code: TEST_BARCODE, symbology: 'C0' });
      await says('Read exactly');
    },
  ],
  gone: [
    openDoor({ scanners: scanners({ all: [GONE, FORBIDDEN, KEYBOARD], serial: SERIAL }) }),
    async (main) => {
      main.send({ type: 'garbled', channel: 'serial', device: GONE.name });
      await says('No whole code');
    },
  ],
  layout: [
    openDoor({ scanners: scanners({ all: [KEYBOARD] }) }),
    async () => {
      pressAll(type(`*Q${TEST_BARCODE}`, {}, 'fr'));
      await says('Set it right');
    },
  ],
  'set right': [
    openDoor({ scanners: scanners({ all: [KEYBOARD] }) }),
    async () => {
      pressAll(type(`*Q${TEST_BARCODE}`, {}, 'fr'));
      await page.getByRole('button', { name: 'Set it right' }).click();
      await says('Now scan it once more.');
    },
  ],
  'caps lock': [
    openDoor({ scanners: scanners({ all: [KEYBOARD] }) }),
    async () => {
      const swapped = TEST_BARCODE.replace('AZQWMazqwm', 'azqwmAZQWM');
      pressAll(type(`${swapped}{Enter}`, { capsLock: true }));
      await says('Set it right');
    },
  ],
  lost: [
    openDoor({ scanners: scanners({ all: [KEYBOARD] }) }),
    async () => {
      pressAll(type(`${TEST_BARCODE.replace('Q', '')}{Enter}`));
      await says('1 character got lost.');
    },
  ],
  other: [
    openDoor({ scanners: scanners({ all: [HID] }) }),
    async (main) => {
      const code = '\x1d0104006381333931 2110AZ\x1d17 261231';
      main.send({ type: 'code', channel: 'hid', device: HID.name, code, symbology: 'd2' });
      await says('Another barcode');
    },
  ],
  forms: [
    openDoor({ scanners: scanners({ all: [HID], serial: SERIAL }) }),
    async (main) => {
      await page.getByRole('button', { name: /^Change .*Magellan/ }).click();
      await page.getByText('A pause').first().click();
      await page.getByRole('button', { name: 'Keyboard scanners: set by hand' }).click();
      await page.getByRole('button', { name: 'What arrives' }).click();
      const hex = '021a5d433041' + '5a51574d617a71776d3b2d5f30313233343536373839'.padEnd(116, '0');
      main.send({ type: 'bytes', channel: 'hid', device: HID.name, hex });
      pressAll(type('Ab12{Enter}'));
      await says('Shift+KeyA');
    },
  ],
};

async function open(state: KioskState, size: Size) {
  const main = new ScannerMain(state);
  main.on('serialPorts', () => ({ ok: true, value: PORTS }));
  await openKiosk(state, { main, size });
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await page.getByRole('button', { name: 'Set up scanners' }).click();
  await expect.poll(() => root('screen')).toBe('scanners');
  await expect.poll(() => main.scanners.trial).not.toBeNull();
  await says('/dev/ttyS0');
  await expect.element(page.getByRole('img', { name: 'Test barcode' })).toBeVisible();
  return main;
}

/** Nothing is cut off or wider than its place, and what is touched is large enough. */
function expectNothingCut() {
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  for (const box of document.querySelectorAll('.body, .test, .others')) {
    expect(box.scrollWidth, box.className).toBeLessThanOrEqual(box.clientWidth);
  }
  for (const element of document.querySelectorAll('h1, h2, h3, p, button, label, img')) {
    if (element.classList.contains('visually-hidden')) continue;
    const { left, right } = element.getBoundingClientRect();
    expect(left, element.outerHTML).toBeGreaterThanOrEqual(0);
    expect(right, element.outerHTML).toBeLessThanOrEqual(innerWidth);
  }
  for (const element of document.querySelectorAll('button, label:has(input[type=radio])')) {
    expect(element.getBoundingClientRect().height, element.outerHTML).toBeGreaterThanOrEqual(48);
  }
}

describe.each(Object.keys(SIZES) as Size[])('on a %s', (size) => {
  test.each(Object.entries(STATES))('%s', async (name, [state, happens]) => {
    await happens(await open(state, size));
    expectNothingCut();
    await picture(`scanners-${name.replace(' ', '-')}-${size}`);
    if (size === 'laptop' || size === 'portrait') await expectAccessible();
  });

  test('the answer is in sight without scrolling', async () => {
    await open(openDoor(), size);
    pressAll(type(`*Q${TEST_BARCODE}`, {}, 'fr'));
    const button = page.getByRole('button', { name: 'Set it right' });
    const answer = page.getByText('It types as French (AZERTY).');
    for (const shown of [button, answer, page.getByRole('img', { name: 'Test barcode' })]) {
      await expect.element(shown).toBeInViewport({ ratio: 1 });
    }
  });
});
