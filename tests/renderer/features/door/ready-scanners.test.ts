import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { MissReason, ScannerHealth } from '#shared/model/scanner.ts';
import { DEFAULT_SETTINGS } from '#shared/model/settings.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  admission,
  NOW,
  openDoor,
  SIGNED_IN,
  signedOut,
} from '#tests/renderer/support/builders.ts';
import { scanners } from '#tests/support/kiosk-state.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { openKiosk, picture, root, SIZES, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { scanner } from '#tests/renderer/support/scanner-main.ts';
import { steppedClock } from '#tests/renderer/support/stepped-clock.ts';
import { saysOnce, silentOf } from '#tests/renderer/support/on-screen.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name });

const SIZE_NAMES = ['laptop', 'portrait', 'small'] as const satisfies Size[];
const missing = (reason: MissReason, number = 1, state = openDoor()): KioskState => ({
  ...state,
  scanners: scanners({ missed: { number, reason, at: NOW } }),
});

describe('a scan that was not taken in', () => {
  test.each<[MissReason, RegExp]>([
    ['garbled', /The scanner sent half a code\.\s+Scan again\./],
    ['too-long', /sent more than any barcode holds\.\s+Scan again, one code alone\./],
    ['empty', /sent nothing that belongs to a code\.\s+Scan again\./],
    ['door-closed', /A ticket was scanned, and not checked\.\s+Scan it again\./],
  ])('is told at the open door, with a tone: %s', async (reason, words) => {
    const { main, sounds } = await openKiosk(openDoor());
    main.emit(missing(reason));
    await expect.element(page.getByRole('status').filter({ hasText: words })).toBeVisible();
    expect(sounds).toEqual([['undecided', DEFAULT_SETTINGS.volume]]);
    main.emit(missing(reason));
    expect(sounds).toHaveLength(1);
    main.emit(missing(reason, 2));
    expect(sounds).toHaveLength(2);
  });

  test('is forgotten with the next that is taken in', async () => {
    const { main } = await openKiosk(missing('garbled'));
    await saysOnce(/half a code/);
    main.emit(openDoor());
    await silentOf(/half a code/);
  });

  test('wakes the kiosk, and is not told over a verdict', async () => {
    const { main } = await openKiosk(openDoor({ verdict: admission() }));
    main.emit(missing('garbled', 1, openDoor({ verdict: admission() })));
    await silentOf(/half a code/);
    expect(root('screen')).toBe('verdict');
  });

  test.each<[string, KioskState]>([
    ['sign-in', signedOut()],
    ['select', openDoor({ selection: null, session: SIGNED_IN })],
    ['server', signedOut({ baseUrl: null })],
  ])('no door is open: it is told at %s', async (screen, state) => {
    const { main, sounds } = await openKiosk(state);
    expect(root('screen')).toBe(screen);
    main.emit(missing('door-closed', 1, state));
    await saysOnce(/was scanned, and not checked: no door is open\./);
    await saysOnce(/Open the door, then scan it again\./);
    expect(sounds).toHaveLength(1);
    await picture(`missed-${screen}`);
  });

  test('is told beside the door', async () => {
    const { main } = await openKiosk(openDoor());
    await button(/^Readiness/).click();
    await expect.poll(() => root('screen')).toBe('readiness');
    main.emit(missing('garbled'));
    await saysOnce(/half a code/);
    await picture('missed-readiness');
  });

  describe('a while ago', () => {
    const clock = steppedClock();

    test('is told no longer', async () => {
      await openKiosk(missing('garbled'), { now: clock.now });
      clock.pass(7000);
      await saysOnce(/half a code/);
      clock.pass(1000);
      await silentOf(/half a code/);
    });
  });

  test('typed by hand, it is told under the field alone, and can be mended', async () => {
    const main = new FakeMain(openDoor());
    main.on('scan', () => {
      main.emit(missing('too-long'));
      return { ok: true, value: { taken: false } };
    });
    const { sounds } = await openKiosk(openDoor(), { main });
    const field = page.getByLabelText('Enter a code by hand');
    await field.fill('0012 34');
    await button('Check').click();
    await saysOnce(/could not be taken/);
    await silentOf(/more than any barcode/);
    await expect.element(field).toHaveValue('0012 34');
    expect(sounds).toEqual([]);

    main.on('scan', () => ({ ok: true, value: { taken: true } }));
    await button('Check').click();
    await silentOf(/could not be taken/);
    await expect.element(field).toHaveValue('');
  });
});

describe('a scanner that does not read', () => {
  const withScanners = (...all: ScannerHealth[]) => openDoor({ scanners: scanners({ all }) });
  const gone = scanner({ state: { type: 'gone' } });

  test.each<[Partial<ScannerHealth>, RegExp]>([
    [{ state: { type: 'gone' } }, /Xenon 1900⁩? is not connected\.\s+Plug it in again; check the/],
    [
      { state: { type: 'no-permission', vendor: '0c2e' } },
      /This user may not read ⁨?Honeywell.*Install the udev rule for scanners, then plug it in/s,
    ],
    [
      { channel: 'serial', state: { type: 'no-permission', vendor: null } },
      /may not read.*has to belong to the group that owns the port, dialout most often\.\s*Look/s,
    ],
    [{ state: { type: 'in-use' } }, /Another program has .*Close the other program/s],
    [{ state: { type: 'unreadable' } }, /cannot be read\..*Set it to “HID POS”/s],
    [
      { channel: 'serial', state: { type: 'unreadable' } },
      /cannot be read\..*Set its speed and its end/s,
    ],
    [
      { state: { type: 'failed', detail: 'EIO' } },
      /cannot be opened\.\s+Plug it in again\.\s*Look/,
    ],
  ])('is told with what to do first: %o', async (changes, words) => {
    const { main } = await openKiosk(withScanners(scanner(changes)));
    await expect.element(page.getByRole('status').filter({ hasText: words })).toBeVisible();
    await button('Look').click();
    await expect.poll(() => root('screen')).toBe('readiness');
    main.emit(withScanners(scanner()));
    await button('Back to the door').click();
    await expect.element(button('Look')).not.toBeInTheDocument();
  });

  test.each(['ready', 'asleep', 'keyboard-mode', 'slow'] as const)(
    'but one that is %s is left in peace',
    async (type) => {
      await openKiosk(withScanners(scanner({ state: { type } })));
      await expect.element(button('Look')).not.toBeInTheDocument();
      await silentOf('Check scanner');
    },
  );

  test('is not needed any more: it is forgotten', async () => {
    const { main } = await openKiosk(withScanners(gone));
    await button('Not needed').click();
    expect(main.requests('forgetScanner')).toEqual([{ id: 'hid:1-2' }]);
  });

  test('is not forgotten here where it is set up, or only cannot be opened', async () => {
    const { main } = await openKiosk(withScanners(scanner({ ...gone, channel: 'serial' })));
    await expect.element(button('Look')).toBeVisible();
    await expect.element(button('Not needed')).not.toBeInTheDocument();
    main.emit(withScanners(scanner({ state: { type: 'in-use' } })));
    await saysOnce(/Another program/);
    await expect.element(button('Not needed')).not.toBeInTheDocument();
  });

  test('several are told at once', async () => {
    await openKiosk(
      withScanners(gone, scanner({ id: 'b', name: 'Zebra DS9308', state: { type: 'in-use' } })),
    );
    await saysOnce(/2 scanners do not work: .*Xenon 1900.* and .*Zebra DS9308/);
    await expect.element(button('Not needed')).not.toBeInTheDocument();
  });

  test('is told in the bar of every screen', async () => {
    const state = signedOut({ scanners: scanners({ all: [gone] }) });
    const { main } = await openKiosk(state);
    await expect.element(button(/Readiness:.*Check scanner/)).toBeVisible();
    main.emit(signedOut());
    await silentOf('Check scanner');
  });

  test.each(SIZE_NAMES)('looks right on a %s', async (size) => {
    const state = withScanners(gone);
    await openKiosk(
      {
        ...state,
        scanners: { ...state.scanners, missed: { number: 1, reason: 'garbled', at: NOW } },
      },
      { size },
    );
    await saysOnce(/half a code/);
    const [width] = SIZES[size];
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await picture(`ready-scanner-gone-${size}`);
  });
});
