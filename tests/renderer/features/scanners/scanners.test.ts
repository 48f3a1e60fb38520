import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Scanners } from '#shared/model/scanner.ts';
import { TEST_BARCODE } from '#shared/wedge/diagnose.ts';
import { DEFAULT_WEDGE_SETTINGS } from '#shared/wedge/settings.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type, type Manner } from '#tests/shared/wedge/typist.ts';
import { openDoor, signedOut } from '#tests/renderer/support/builders.ts';
import { scanners } from '#tests/support/kiosk-state.ts';
import { openKiosk, root, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { press } from '#tests/renderer/support/press.ts';
import { pressAll, scanner, ScannerMain } from '#tests/renderer/support/scanner-main.ts';
import { says } from '#tests/renderer/support/on-screen.ts';

async function openSetUp(
  state: KioskState = openDoor(),
  size: Size = 'laptop',
  main = new ScannerMain(state),
) {
  await openKiosk(state, { main, size });
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await page.getByRole('button', { name: 'Set up scanners' }).click();
  await expect.poll(() => root('screen')).toBe('scanners');
  await expect.poll(() => main.scanners.trial).not.toBeNull();
  return main;
}

const saysNothingOf = (words: string | RegExp) =>
  expect.element(page.getByText(words)).not.toBeInTheDocument();
const click = (name: string | RegExp) => page.getByRole('button', { name }).click();
const scan = (text: string, manner: Manner = {}, layout: 'us' | 'de' | 'fr' = 'us') =>
  pressAll(type(text, manner, layout));

const ENDED = `${TEST_BARCODE}{Enter}`;

describe('while it is open', () => {
  test('no ticket is checked, and it says so; leaving it ends the trial', async () => {
    const main = await openSetUp();
    await says('No ticket is checked while this page is open.');
    expect(main.requests('tryScanners')).toEqual([{ on: true }]);
    await press('{Escape}');
    await expect.poll(() => root('screen')).toBe('ready');
    expect(main.requests('tryScanners')).toContainEqual({ on: false });
  });

  test('the way back leads to the sign-in where nobody is signed in', async () => {
    const main = await openSetUp(signedOut());
    await click('Back to sign-in');
    await expect.poll(() => root('screen')).toBe('sign-in');
    expect(main.scanners.trial).toBeNull();
  });

  test('a trial that the kiosk does not begin is told', async () => {
    const state = openDoor();
    const main = new ScannerMain(state);
    main.on('tryScanners', () => Promise.reject(new Error('gone')));
    await openKiosk(state, { main });
    await click(/^Readiness/);
    await click('Set up scanners');
    await says(/kiosk could not do this/);
  });
});

describe('the devices', () => {
  test('nothing is plugged in: it says what to do', async () => {
    await openSetUp();
    await says('No scanner has been seen yet.');
    await says(/appears with its first scan/);
    await says(/no serial port that is plugged in/);
    await says('Waiting for a scan');
  });

  test('each with its connection, state, last reading and counts', async () => {
    const all = [
      scanner({ garbled: 1 }),
      scanner({ id: 'w', name: '', channel: 'wedge', lastReadAt: null, codes: 0 }),
      scanner({ id: 'a', name: 'Zebra DS9308', state: { type: 'asleep' } }),
    ];
    await openSetUp(openDoor({ scanners: scanners({ all }) }));
    const devices = page.getByRole('region', { name: 'Devices' });
    const lines = devices.getByRole('listitem');
    for (const [index, words] of [
      [0, /Honeywell Xenon 1900/],
      [0, 'USB or Bluetooth, HID'],
      [0, 'Ready'],
      [0, 'Last read 19:05 · 12 codes · 1 could not be read'],
      [1, 'Types as a keyboard'],
      [1, 'Nothing read yet'],
      [2, 'Asleep'],
      [2, /Press its trigger/],
    ] as const) {
      await expect.element(lines.nth(index).getByText(words)).toBeVisible();
    }
    await expect.element(devices.getByRole('button')).not.toBeInTheDocument();
  });

  test('one without permission: the rule that is missing', async () => {
    const state = { type: 'no-permission', vendor: '05e0' } as const;
    await openSetUp(openDoor({ scanners: scanners({ all: [scanner({ state })] }) }));
    await says(/ATTRS\{idVendor\}=="05e0"/);
  });

  test('one that is gone is forgotten, if that is wished', async () => {
    const gone = scanner({ id: 'hid:2', name: 'Zebra DS9308', state: { type: 'gone' } });
    const main = await openSetUp(openDoor({ scanners: scanners({ all: [scanner(), gone] }) }));
    await says('Not connected');
    await click(/^Forget .*Zebra/);
    expect(main.requests('forgetScanner')).toEqual([{ id: 'hid:2' }]);
    await saysNothingOf('Not connected');
    await says(/Zebra DS9308.* is forgotten\./);
    await says(/Honeywell Xenon 1900/);
  });

  test('a serial one that is gone is removed where it is set up, and not forgotten here', async () => {
    const gone = scanner({ id: 'COM3', name: 'COM3', channel: 'serial', state: { type: 'gone' } });
    await openSetUp(openDoor({ scanners: scanners({ all: [gone] }) }));
    await says(/removed under “Serial ports”/);
    await expect.element(page.getByRole('button', { name: /^Forget/ })).not.toBeInTheDocument();
  });
});

describe('the test barcode', () => {
  test('is drawn in whole pixels, as lines, QR code or Data Matrix', async () => {
    await openSetUp();
    const picture = page.getByRole('img', { name: 'Test barcode' });
    await expect.element(picture).toBeVisible();
    const width = () => picture.element().getBoundingClientRect().width;
    await expect.poll(() => width() % 264).toBe(0);
    expect(width()).toBeGreaterThanOrEqual(2 * 264);
    for (const name of ['QR code', 'Data Matrix']) {
      await page.getByText(name, { exact: true }).click();
      await expect.poll(() => width() % 66).toBe(0);
      const { height } = picture.element().getBoundingClientRect();
      expect(height).toBeCloseTo(width(), 0);
    }
  });

  test('read exactly by a keyboard scanner: its pace and its end', async () => {
    await openSetUp();
    scan(ENDED);
    await says('Read exactly');
    await expect
      .element(page.getByRole('region', { name: 'Devices' }).getByText('Keyboard scanner'))
      .toBeVisible();
    await says(/By a keyboard scanner, \d+ ms per key, ends with Enter\./);
  });

  test('read exactly by a HID scanner: who it was, and what kind of barcode', async () => {
    const main = await openSetUp();
    main.send({
      type: 'code',
      channel: 'hid',
      device: 'Honeywell Xenon 1900',
      code: TEST_BARCODE,
      symbology: 'C0',
    });
    await says('Read exactly');
    await says(/By .*Honeywell Xenon 1900.*, as HID: Code 128\./);
  });

  test('read by a French scanner: set right with one press, and undone', async () => {
    const main = await openSetUp();
    scan(ENDED, {}, 'fr');
    await says('Not read right');
    await says(/It types as French \(AZERTY\)\./);
    await says(/QWAZ/);
    await click('Set it right');
    const french = { ...DEFAULT_WEDGE_SETTINGS, layout: 'fr' };
    expect(main.requests('useWedge')).toEqual([{ wedge: french }]);
    await says('Now scan it once more.');
    await says(/Changed\. Keyboard .*: French \(AZERTY\); before: American \(QWERTY\)\./);

    scan(ENDED, {}, 'fr');
    await says('Read exactly');
    await click('Undo');
    expect(main.requests('useWedge')).toEqual([
      { wedge: french },
      { wedge: DEFAULT_WEDGE_SETTINGS },
    ]);
    await says('Undone: it is as it was before.');
    scan(ENDED, {}, 'fr');
    await says('Not read right');
  });

  test('undone before it was scanned again: what was wrong is there again', async () => {
    await openSetUp();
    scan(ENDED, {}, 'de');
    await click('Set it right');
    await says('Now scan it once more.');
    await click('Undo');
    await says('Not read right');
    await expect.element(page.getByRole('button', { name: 'Set it right' })).toBeVisible();
  });

  test('with Caps Lock of the machine: set right, or turn it off', async () => {
    await openSetUp();
    const swapped = ENDED.replace('AZQWMazqwm', 'azqwmAZQWM');
    scan(swapped, { capsLock: true });
    await says('Caps Lock is on at this machine.');
    await says(/or turn Caps Lock off/);
    await expect.element(page.getByRole('button', { name: 'Set it right' })).toBeVisible();
  });

  test('with a prefix and without an end: both are named, and set right at once', async () => {
    const main = await openSetUp();
    scan(`~${TEST_BARCODE}`);
    await says(/It sends .*~.* before the code\./);
    await says('It sends neither Enter nor Tab after the code.');
    await click('Set it right');
    expect(main.scanners.wedge).toEqual({
      ...DEFAULT_WEDGE_SETTINGS,
      prefix: '~',
      terminator: 'none',
    });
  });

  test('with characters lost: how many, and no setting that would help', async () => {
    await openSetUp();
    scan(ENDED.replace('w', '').replace('9', ''));
    await says('2 characters got lost.');
    await expect
      .element(page.getByRole('button', { name: 'Set it right' }))
      .not.toBeInTheDocument();
  });

  test.each([
    [TEST_BARCODE.toUpperCase(), 'All letters have the same case.'],
    [TEST_BARCODE.replace('W', ''), '1 character got lost.'],
    [`]C0${TEST_BARCODE}`, /Switch the prefix off/],
  ])('wrong from a HID scanner: %s', async (code, words) => {
    const main = await openSetUp();
    main.send({ type: 'code', channel: 'hid', device: 'Xenon', code, symbology: null });
    await says('Not read right');
    await says(words);
    await says(code);
  });

  test('half a code from a serial scanner', async () => {
    const main = await openSetUp();
    main.send({ type: 'garbled', channel: 'serial', device: 'COM3' });
    await says('No whole code');
    await says(/set the speed and the end/);
  });

  test('another barcode: exactly, with what cannot be seen, and its length', async () => {
    const main = await openSetUp();
    main.send({
      type: 'code',
      channel: 'hid',
      device: 'Xenon',
      code: '01 04\x1d7',
      symbology: 'd2',
    });
    await says('Another barcode');
    await says('7 characters');
    await says('blank');
    await says('GS');
    await says(/GS1 Data Matrix/);
  });

  test('what managed settings overrule is told', async () => {
    const main = await openSetUp();
    main.on('useWedge', () => ({ ok: false, error: { type: 'managed' } }));
    scan(ENDED, {}, 'fr');
    await click('Set it right');
    await says(/settings file of this kiosk says otherwise/);
    await says('Not read right');
  });
});

describe('the serial ports', () => {
  const BY_ID = '/dev/serial/by-id/usb-Datalogic_Magellan-if00';
  const PORTS = [
    { path: BY_ID, name: 'Datalogic Magellan' },
    { path: '/dev/ttyS0', name: null },
  ];
  const COM3 = { path: 'COM3', baudRate: 12_345, end: 'pause', pauseMs: 40 } as const;
  const NEW = { path: BY_ID, baudRate: 9600, end: 'cr', pauseMs: 50 } as const;

  async function openPorts(serial: Scanners['serial'] = []) {
    const state = openDoor({ scanners: scanners({ serial }) });
    const main = new ScannerMain(state);
    main.on('serialPorts', () => ({ ok: true, value: PORTS }));
    await openSetUp(state, 'laptop', main);
    await says('ttyS0');
    return main;
  }
  const port = (name: string) => page.getByRole('region', { name: 'Serial ports' }).getByText(name);

  test('one is used with its speed and its end', async () => {
    const main = await openPorts();
    await click('Use this port Datalogic Magellan');
    await expect.element(page.getByRole('radio', { name: '9600' })).toHaveFocus();
    await port('115200').click();
    await port('CR LF').click();
    await click('Save');
    const setting = { ...NEW, baudRate: 115_200, end: 'crlf' };
    expect(main.requests('useSerial')).toEqual([{ serial: [setting] }]);
    await says('Saved.');
    await says('115200 bit/s, ends with CR LF');
    await expect
      .element(page.getByRole('button', { name: 'Change Datalogic Magellan' }))
      .toHaveFocus();
    await click('Undo');
    await expect.element(page.getByText('115200 bit/s')).not.toBeInTheDocument();
    expect(main.scanners.serial).toEqual([]);
  });

  test('a speed or a pause that cannot be is refused, with the reason', async () => {
    const main = await openPorts();
    await click('Use this port Datalogic Magellan');
    await port('Another').click();
    await port('A pause').click();
    const speed = page.getByLabelText('Bits per second');
    const pause = page.getByLabelText('Pause in milliseconds');
    await speed.fill('fast');
    await pause.fill('5');
    await click('Save');
    await says('A whole number from 300 to 4,000,000.');
    await expect.element(speed).toHaveFocus();
    await speed.fill('250000');
    await click('Save');
    await says('A whole number from 20 to 1,000.');
    await expect.element(pause).toHaveFocus();
    expect(main.requests('useSerial')).toEqual([]);
    await pause.fill('80');
    await click('Save');
    const setting = { path: BY_ID, baudRate: 250_000, end: 'pause', pauseMs: 80 };
    expect(main.requests('useSerial')).toEqual([{ serial: [setting] }]);
  });

  test('one that is set up and not plugged in says so, and is removed; undone it is back', async () => {
    const main = await openPorts([COM3]);
    await says('Set up, but not plugged in.');
    await says('12345 bit/s, ends with a pause');
    await click('Change COM3');
    await expect.element(page.getByLabelText('Bits per second')).toHaveValue('12345');
    await click('Remove');
    await says('Removed.');
    expect(main.requests('useSerial')).toEqual([{ serial: [] }]);
    await saysNothingOf('Set up, but not plugged in.');
    await click('Undo');
    await says('Set up, but not plugged in.');
    expect(main.scanners.serial).toEqual([COM3]);
  });

  test('a second one leaves the first as it is; Cancel changes nothing', async () => {
    const main = await openPorts([COM3]);
    await click('Use this port Datalogic Magellan');
    await click('Cancel');
    await expect
      .element(page.getByRole('button', { name: /^Use this port Datalogic/ }))
      .toHaveFocus();
    expect(main.requests('useSerial')).toEqual([]);
    await click('Use this port Datalogic Magellan');
    await click('Save');
    expect(main.requests('useSerial')).toEqual([{ serial: [COM3, NEW] }]);
  });

  test('what was plugged in meanwhile is found by looking again', async () => {
    const main = await openPorts();
    main.on('serialPorts', () => ({ ok: true, value: [{ path: 'COM7', name: 'Opticon' }] }));
    await click('Look again');
    await says('Opticon');
    await saysNothingOf('ttyS0');
  });

  test('what cannot be listed is told', async () => {
    const main = await openPorts();
    main.on('serialPorts', () => Promise.reject(new Error('gone')));
    await click('Look again');
    await says(/kiosk could not do this/);
  });
});

describe('set by hand', () => {
  const open = () => click('Keyboard scanners: set by hand');

  test('is saved with a button, and undone', async () => {
    const main = await openSetUp();
    await open();
    await page.getByText('German (QWERTZ)').click();
    await page.getByText('Tab', { exact: true }).click();
    await page.getByLabelText('Prefix').fill('~');
    expect(main.requests('useWedge')).toEqual([]);
    await click('Save');
    const wedge = { ...DEFAULT_WEDGE_SETTINGS, layout: 'de', terminator: 'tab', prefix: '~' };
    expect(main.requests('useWedge')).toEqual([{ wedge }]);
    await says('Saved.');
    await click('Undo');
    await expect.element(page.getByLabelText('Prefix')).toHaveValue('');
    expect(main.scanners.wedge).toEqual(DEFAULT_WEDGE_SETTINGS);
  });

  test('what is wrong is refused, with the reason', async () => {
    const main = await openSetUp();
    await open();
    const suffix = page.getByLabelText('Suffix');
    await suffix.fill('x'.repeat(51));
    await click('Save');
    await says('At most 50 characters.');
    await expect.element(suffix).toHaveFocus();
    expect(main.requests('useWedge')).toEqual([]);
  });

  test('as from the factory', async () => {
    const wedge = { ...DEFAULT_WEDGE_SETTINGS, layout: 'fr', suffix: '*' } as const;
    const main = await openSetUp(openDoor({ scanners: scanners({ wedge }) }));
    await open();
    await expect.element(page.getByRole('radio', { name: 'French (AZERTY)' })).toBeChecked();
    await click('As from the factory');
    expect(main.requests('useWedge')).toEqual([{ wedge: DEFAULT_WEDGE_SETTINGS }]);
    await expect.element(page.getByRole('radio', { name: 'American (QWERTY)' })).toBeChecked();
    await expect.element(page.getByLabelText('Suffix')).toHaveValue('');
  });

  test('what is half chosen outlives other news of the kiosk', async () => {
    const main = await openSetUp();
    await open();
    await page.getByLabelText('Prefix').fill('~');
    main.send({ type: 'code', channel: 'hid', device: 'Xenon', code: 'ABC', symbology: null });
    await says('Another barcode');
    await expect.element(page.getByLabelText('Prefix')).toHaveValue('~');
  });
});

describe('what arrives', () => {
  test('keys and bytes, per device, newest first; cleared', async () => {
    const main = await openSetUp();
    scan('Ab12{Enter}', { capsLock: true });
    await says('Another barcode');
    main.send({ type: 'bytes', channel: 'serial', device: 'COM3', hex: '41420d' });
    main.send({ type: 'bytes', channel: 'serial', device: 'COM3', hex: '0205' });
    await saysNothingOf('41 42 0D');
    await click('What arrives');
    await says('Caps+Shift+KeyA');
    await says('41 42 0D');
    await says('AB·');
    const sizes = [...document.querySelectorAll('.size')].map((size) => size.textContent);
    expect(sizes).toEqual(['5 keys', '2 bytes', '3 bytes']);
    await click('Clear');
    await says('Nothing yet.');
    main.send({ type: 'bytes', channel: 'hid', device: 'Xenon', hex: '02' });
    await says('1 byte');
    await saysNothingOf('41 42 0D');
  });
});

test('everything is reached with the keyboard alone', async () => {
  await openSetUp();
  const names = new Set<string>();
  for (let i = 0; i < 12; i += 1) {
    await press('{Tab}');
    const { activeElement } = document;
    names.add(activeElement?.getAttribute('value') ?? activeElement?.textContent.trim() ?? '');
  }
  for (const name of ['code128', 'Look again', 'Keyboard scanners: set by hand', 'What arrives']) {
    expect([...names]).toContain(name);
  }
});
