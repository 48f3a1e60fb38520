import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { ScannerHealth } from '#shared/model/scanner.ts';
import type { SnapshotProblem } from '#shared/model/snapshot.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  apiError,
  SNAPSHOT,
  inMinutes,
  offline,
  openDoor,
  signedOut,
  WINTERS_TALE,
} from '#tests/renderer/support/builders.ts';
import {
  UNLOCKED,
  scanners,
  snapshot,
  uploads,
  type StateChanges,
} from '#tests/support/kiosk-state.ts';
import { picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { press } from '#tests/renderer/support/press.ts';
import { scanner } from '#tests/renderer/support/scanner-main.ts';
import { openReadiness } from './open-readiness.ts';
import { expectScanTaken } from '#tests/renderer/support/scan-meanwhile.ts';

const line = (name: string) => page.getByRole('region', { name });
const platform = line('Ticketing platform');
const tickets = line('Tickets on this kiosk');
const waiting = line('Scans to be uploaded');
const says = (region: typeof platform, words: string | RegExp) =>
  expect.element(region.getByText(words)).toBeVisible();

test('all is well: each line says so in a word', async () => {
  const all = [scanner()];
  await openReadiness(
    openDoor({
      snapshot: SNAPSHOT,
      scanners: scanners({ all }),
      lock: UNLOCKED,
    }),
  );
  // Thirteen lines, and the kiosk as a whole.
  expect(page.getByText('Ready', { exact: true }).elements()).toHaveLength(14);
  await says(platform, 'The platform answers.');
  await says(tickets, '900 tickets. As of 19:05, 5 mins ago.');
  await says(waiting, 'No scan waits to be uploaded.');
});

test('the connection’s button opens it; Escape and the way back lead to the door', async () => {
  await openReadiness(openDoor());
  await press('{Escape}');
  await expect.poll(() => root('screen')).toBe('ready');
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await page.getByRole('button', { name: 'Back to the door' }).click();
  await expect.poll(() => root('screen')).toBe('ready');
});

test('a scan is taken while it is open', async () => {
  const { main } = await openReadiness(openDoor());
  await expectScanTaken(main);
});

test('offline: since when, why, when it is tried next, and what to do', async () => {
  await openReadiness(openDoor({ connection: offline(), snapshot: SNAPSHOT }));
  await says(platform, 'Attention');
  await says(platform, 'Offline since 18:48. The server’s name was not found.');
  await says(platform, 'Next try in 7 secs.');
  await says(platform, 'Check that the network is up.');
});

describe('the copy of the tickets', () => {
  const withSnapshot = (
    changes: Partial<KioskState['records']['snapshot']>,
    more: StateChanges = {},
  ) => openDoor({ snapshot: snapshot({ ...SNAPSHOT, ...changes }), ...more });

  test('what the last download weighed, and when the next is due', async () => {
    const next = { at: inMinutes(7), waitsForScan: false };
    const { main } = await openReadiness(withSnapshot({ lastWeight: 3_240_000, next }));
    await says(tickets, 'Ready');
    await says(tickets, 'The last download weighed 3.2 MB.');
    await says(tickets, 'The next download is due at 19:17.');
    main.emit(withSnapshot({ lastWeight: 0, next: { ...next, waitsForScan: true } }));
    await says(tickets, 'The last download brought nothing new.');
    await says(tickets, 'The next download comes when somebody scans, or at 19:17.');
    // Offline, the platform's own line says when it is tried.
    main.emit(withSnapshot({ next }, { connection: offline() }));
    await expect.element(tickets.getByText(/next download|last download/)).not.toBeInTheDocument();
  });

  test('none: the door works while the platform answers, and stops when it does not', async () => {
    const { main } = await openReadiness(openDoor());
    await says(tickets, 'Attention');
    await says(tickets, /not when the network fails\. Download the tickets/);
    main.emit(openDoor({ connection: offline() }));
    await says(tickets, 'Not ready');
  });

  test.each([
    [{ clientId: 1 }, /All tickets of the client/],
    [{ clientId: 1, productionId: 11, performanceId: 111 }, /Only tickets for .*Winter’s Tale/],
    [{ clientId: 1, performanceId: 999 }, 'Only tickets of one performance.'],
    [{ clientId: 1, productionId: 999 }, 'Only tickets of one production.'],
  ])('of %o', async (scope, words) => {
    await openReadiness(withSnapshot({ scope }, { selection: WINTERS_TALE }));
    await says(tickets, words);
  });

  test('what could not be read, and what was there twice', async () => {
    await openReadiness(withSnapshot({ skipped: 3, duplicates: 1 }));
    await says(tickets, 'Attention');
    await says(tickets, /3 tickets could not be read and are missing/);
    await says(tickets, /1 ticket came twice in the download/);
  });

  test('says that the platform admits codes that are not in its list', async () => {
    await openReadiness(withSnapshot({ lacksAdmitted: true }));
    await says(tickets, 'Attention');
    await says(tickets, /has admitted tickets that are not in its list/);
  });

  test('an hour old: tickets sold since are not in it', async () => {
    await openReadiness(withSnapshot({ builtAt: inMinutes(-61) }));
    await says(tickets, 'Attention');
    await says(tickets, /Tickets sold since are not in it/);
  });

  test('for which performances of the next day the kiosk could decide alone, and for which not', async () => {
    const performance = (
      performanceId: number,
      productionName: string | null,
      start: number | null,
      isCopied: boolean,
    ) => ({ performanceId, productionName, start, isCopied });
    const next = [
      performance(1, 'Light on Water', inMinutes(-900), false),
      performance(2, 'Hamlet', inMinutes(20), true),
      performance(3, 'The Tempest', inMinutes(50), true),
      performance(4, 'Jazz at the Pier', inMinutes(17 * 60), false),
    ];
    const { main } = await openReadiness(withSnapshot({}));
    main.on('nextPerformances', () => ({ ok: true, value: next }));
    main.emit(withSnapshot({ builtAt: inMinutes(0) }));
    await says(tickets, 'Could decide alone for: 19:30 Hamlet · 20:00 The Tempest');
    await says(tickets, 'Not yet for: Light on Water · Fri 21 Nov, 12:10 Jazz at the Pier');
    tickets.element().scrollIntoView();
    await picture('readiness-alone');
    const all = next.map((each) => ({ ...each, isCopied: true }));
    main.on('nextPerformances', () => ({ ok: true, value: all }));
    main.emit(withSnapshot({ builtAt: inMinutes(1) }));
    await says(tickets, /^Could decide alone for: Light on Water · .*Jazz at the Pier$/);
    await expect.element(tickets.getByText(/^Not yet/)).not.toBeInTheDocument();
  });

  test('of very many performances the first are named', async () => {
    const next = Array.from({ length: 20 }, (_, place) => ({
      ...{ performanceId: place, productionName: `Film ${place + 1}`, isCopied: false },
      start: inMinutes(10 * place),
    }));
    const { main } = await openReadiness(withSnapshot({}));
    main.on('nextPerformances', () => ({ ok: true, value: next }));
    main.emit(withSnapshot({ builtAt: inMinutes(0) }));
    await says(tickets, /^Not yet for: 19:10 Film 1 · .* Film 8 · and 12 more$/);
  });

  test('a download is asked for, and seen on its way', async () => {
    const { main } = await openReadiness(withSnapshot({}));
    await page.getByRole('button', { name: 'Download now' }).click();
    expect(main.requests('refreshTickets')).toEqual([null]);
    main.emit(withSnapshot({ refreshing: { tickets: 42_000, bytes: 12_449_000 } }));
    await says(tickets, 'Downloading: 42,000 tickets so far, 12.4 MB.');
    await page.getByRole('button', { name: 'Downloading' }).click({ force: true });
    expect(main.requests('refreshTickets')).toHaveLength(1);
  });

  test('a call that fails is told', async () => {
    const { main } = await openReadiness(withSnapshot({}));
    main.on('refreshTickets', () => Promise.reject(new Error('gone')));
    await page.getByRole('button', { name: 'Download now' }).click();
    await expect.element(page.getByText(/kiosk could not do this/)).toBeVisible();
  });

  test('while the platform wants to be left alone, whoever asks is told until when', async () => {
    const { main } = await openReadiness(withSnapshot({}));
    main.on('refreshTickets', () => ({
      ok: false,
      error: { type: 'held', until: inMinutes(10) },
    }));
    await page.getByRole('button', { name: 'Download now' }).click();
    await expect.element(page.getByText(/asks to be left alone until \d/)).toBeVisible();
    await expect.element(page.getByText(/downloaded by themselves after that/)).toBeVisible();
  });

  test.each<[SnapshotProblem, RegExp]>([
    [{ type: 'refused', error: apiError(3) }, /refused the last download: Not Authorized \(3\)/],
    [{ type: 'offline', reason: 'reset' }, /did not work\. The connection broke off/],
    [{ type: 'unreadable', at: 'tickets' }, /could not be read \(tickets\)/],
    [{ type: 'disk', code: 'SQLITE_FULL' }, /written to the disk \(SQLITE_FULL\)/],
    [{ type: 'crashed', code: 'ERR_WORKER_OUT_OF_MEMORY' }, /broke down inside the kiosk/],
  ])('a download that did not work: %o', async (problem, words) => {
    await openReadiness(withSnapshot({ problem }));
    await says(tickets, 'Attention');
    await says(tickets, words);
  });

  test('nobody is signed in: nothing can be downloaded', async () => {
    await openReadiness(signedOut());
    await says(tickets, /Sign in and open the door/);
    await expect
      .element(page.getByRole('button', { name: 'Download now' }))
      .not.toBeInTheDocument();
  });
});

test('scans that wait: how many, since when, and that they go up', async () => {
  const pending = uploads({ pending: 12, oldest: inMinutes(-65), uploading: true });
  await openReadiness(openDoor({ uploads: pending }));
  await says(waiting, '12 scans wait to be uploaded. The oldest is from 18:05, 1 hr 5 mins ago.');
  await says(waiting, 'Uploading now.');
});

test('scans that wait while nobody is signed in: the way to the sign-in', async () => {
  await openReadiness(signedOut({ uploads: uploads({ pending: 12, oldest: inMinutes(-65) }) }));
  await says(waiting, 'They go up once somebody signs in.');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => root('screen')).toBe('sign-in');
});

test('scans that the platform does not accept: the way to them', async () => {
  await openReadiness(openDoor({ discrepancies: 2 }));
  await page.getByRole('button', { name: 'Look at them' }).click();
  await expect.poll(() => root('screen')).toBe('discrepancies');
});

describe('the scanners', () => {
  const region = line('Scanners');
  const openWith = (...all: ScannerHealth[]) =>
    openReadiness(openDoor({ scanners: scanners({ all }) }));
  const unread = { lastReadAt: null, codes: 0 } as const;
  const keyboard = scanner({ id: 'wedge', name: '', channel: 'wedge', codes: 1, garbled: 2 });
  const zebra = (changes: Partial<ScannerHealth>) =>
    scanner({ id: 'hid:2', name: 'Zebra DS9308', ...changes });
  const works = (state: 'Ready' | 'Attention' | 'Not ready') =>
    expect.element(region.getByText(state, { exact: true })).toBeVisible();

  test('one that has read: when, how long ago, how much', async () => {
    await openWith(scanner({ codes: 1234 }), keyboard);
    await works('Ready');
    await says(
      region,
      /Honeywell Xenon 1900.* · Ready · last read 19:05 \(5 mins ago\), 1,234 codes$/,
    );
    await says(region, /^Keyboard scanner · Ready · .*, 1 code · 2 scans were not whole$/);
    await expect.element(region.getByText(/test code/)).not.toBeInTheDocument();
  });

  test('none seen: one that poses as a keyboard may be there all the same', async () => {
    await openWith();
    await works('Attention');
    await says(region, /speaks for itself/);
    await says(region, /poses as a keyboard shows itself with its first scan/);
    await says(region, 'Scan the test code before the doors open.');
  });

  test('nothing read yet: to be tried before the doors open', async () => {
    await openWith(scanner(unread));
    await works('Attention');
    await says(region, /Ready · has not read anything yet/);
    await says(region, 'Scan the test code before the doors open.');
  });

  test('one that rests after it has read is well; one that has not may not wake', async () => {
    const asleep = { state: { type: 'asleep' } } as const;
    const { main } = await openWith(scanner(), zebra(asleep));
    await works('Ready');
    await says(region, /Zebra DS9308.* · Asleep/);
    main.emit(
      openDoor({ scanners: scanners({ all: [scanner(), zebra({ ...asleep, ...unread })] }) }),
    );
    await works('Attention');
    await says(region, /Zebra DS9308.*: Press its trigger: it wakes by itself\./);
  });

  test('a camera that is slow reads: it is looked at, and stops nobody', async () => {
    const name = 'HD Webcam';
    await openWith(scanner({ channel: 'camera', name, state: { type: 'slow' } }));
    await works('Attention');
    await says(region, /HD Webcam.* · Slow .*Close other programs/s);
  });

  test('set up as a keyboard: nothing has to be done, and how it is read directly', async () => {
    await openWith(zebra({ state: { type: 'keyboard-mode' }, ...unread }), keyboard);
    await works('Ready');
    await says(region, /Zebra DS9308.*nothing has to be done\..*on Windows too.*“HID POS”/);
  });

  test.each<[Partial<ScannerHealth>, RegExp]>([
    [{ state: { type: 'gone' } }, /Plug it in again; check the cable.*opened by itself/],
    [
      { channel: 'serial', state: { type: 'gone' } },
      /opened by itself.*removed under “Serial ports”/,
    ],
    [
      { state: { type: 'no-permission', vendor: '1234' } },
      /70-usher-scanners\.rules to \/etc\/udev\/rules\.d\/.*KERNEL=="hidraw\*", SUBSYSTEM=="hidraw", ATTRS\{idVendor\}=="1234", TAG\+="uaccess", GROUP="plugdev", MODE="0660"$/s,
    ],
    [
      { state: { type: 'no-permission', vendor: null } },
      /Let Usher read it .* On macOS: .*Input Monitoring.* On Windows: close/,
    ],
    [
      { channel: 'serial', state: { type: 'no-permission', vendor: null } },
      /sudo usermod -aG dialout \$USER/,
    ],
    [{ state: { type: 'in-use' } }, /Close the other program that reads it\./],
    [{ state: { type: 'unreadable' } }, /Set it to “HID POS”, or to its factory defaults/],
    [{ channel: 'serial', state: { type: 'unreadable' } }, /Set its speed and its end/],
    [{ state: { type: 'failed', detail: 'EIO 5' } }, /The system says: .*EIO 5/],
  ])('the one there is does not work, and what to do: %o', async (changes, words) => {
    const { main } = await openWith(scanner(changes));
    await works('Not ready');
    await says(region, words);
    main.emit(openDoor({ scanners: scanners({ all: [zebra({}), scanner(changes)] }) }));
    await works('Attention');
    await says(region, /Honeywell Xenon 1900.*: /);
  });

  test('the way to their set-up', async () => {
    await openWith();
    await page.getByRole('button', { name: 'Set up scanners' }).click();
    await expect.poll(() => root('screen')).toBe('scanners');
  });

  test.each(['laptop', 'portrait', 'small'] as const)('look right on a %s', async (size) => {
    const all = [
      scanner({ state: { type: 'no-permission', vendor: '0c2e' }, ...unread }),
      zebra({ state: { type: 'gone' } }),
      keyboard,
    ];
    await openReadiness(openDoor({ scanners: scanners({ all }), snapshot: SNAPSHOT }), { size });
    await works('Attention');
    await picture(`readiness-scanners-${size}`);
  });
});

test.each([
  [182 * 60_000, /3 hrs 2 mins behind/],
  [-150_000, /2 mins ahead of/],
])('a clock that is off by %i ms', async (clockSkew, words) => {
  await openReadiness(openDoor({ clockSkew }));
  await says(line('Clock'), 'Attention');
  await says(line('Clock'), words);
});
