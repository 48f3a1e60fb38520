import { expect, type Page } from '@playwright/test';
import type { LedgerRecord } from '#main/ledger/record.ts';
import { keptLedger } from '#tests/support/kept-ledger.ts';
import { HAS_DISPLAY, pressing, toTheDisplay, useLayout } from './support/display-keys.ts';
import { expectScreen, openTheDoor } from './support/door.ts';
import { test, type Kiosk } from './support/kiosk.ts';
import { verdictNumber, watchVerdicts } from './support/verdicts.ts';

/** In milliseconds per key. */
const SPEEDS = [1, 6, 20, 80, 130];

/** The signs that layouts disagree about, two of them dead keys elsewhere, in both cases. */
const code = (name: string) => `0${name} aAqQ zZwW mM ;-_[=^`;

const PERSON = { gap: 130, hold: 75 };
const CAPS_LOCK = pressing('{CapsLock}', { gap: 0, hold: 0 });

test.skip(!HAS_DISPLAY, 'keys from outside come through an X11 display alone');

/** Scans each of these and waits for its verdict; then the kiosk has ended, and its ledger says what it read. */
async function scanAll(
  kiosk: Kiosk,
  dataDirectory: string,
  codes: readonly { readonly code: string; readonly gap: number; readonly end?: 'Tab' }[],
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly Pick<LedgerRecord, 'code' | 'source'>[]> {
  const seen = await watchVerdicts(kiosk.page);
  for (const [index, { code: each, ...options }] of codes.entries()) {
    await before();
    await kiosk.scanner.scan([each], options);
    await verdictNumber(seen, index + 1);
  }
  await kiosk.close();
  return keptLedger(dataDirectory).records.map(({ code: kept, source }) => ({
    code: kept,
    source,
  }));
}

const read = (codes: readonly { readonly code: string }[]) =>
  codes.map(({ code: each }) => ({ code: each, source: 'wedge' }));

test.describe('at a door', () => {
  const start = async (startKiosk: (options: object) => Promise<Kiosk>, baseUrl: string) =>
    startKiosk({ switches: ['--password-store=basic'], args: [`--base-url=${baseUrl}`] });

  test('codes come through at every speed, and with either end', async ({
    boxOffice,
    dataDirectory,
    startKiosk,
  }) => {
    const kiosk = await start(startKiosk, boxOffice.baseUrl);
    await openTheDoor(kiosk.page, boxOffice);
    const codes = SPEEDS.flatMap((gap) => [
      { code: code(`E${gap}`), gap },
      { code: code(`T${gap}`), gap, end: 'Tab' as const },
    ]);
    expect(await scanAll(kiosk, dataDirectory, codes)).toEqual(read(codes));
  });

  test('Caps Lock changes none', async ({ boxOffice, dataDirectory, startKiosk }) => {
    const kiosk = await start(startKiosk, boxOffice.baseUrl);
    await openTheDoor(kiosk.page, boxOffice);
    const codes = SPEEDS.map((gap) => ({ code: code(`C${gap}`), gap }));
    await toTheDisplay(CAPS_LOCK);
    try {
      expect(await scanAll(kiosk, dataDirectory, codes)).toEqual(read(codes));
    } finally {
      await toTheDisplay(CAPS_LOCK);
    }
  });

  for (const layout of ['fr', 'de']) {
    test(`a machine with the layout ${layout} changes none`, async ({
      boxOffice,
      dataDirectory,
      startKiosk,
    }) => {
      await useLayout(layout);
      try {
        const kiosk = await start(startKiosk, boxOffice.baseUrl);
        await openTheDoor(kiosk.page, boxOffice);
        const codes = SPEEDS.map((gap) => ({ code: code(`${layout}${gap}`), gap }));
        expect(await scanAll(kiosk, dataDirectory, codes)).toEqual(read(codes));
      } finally {
        await useLayout('us');
      }
    });
  }

  test('a code that comes while a field has the focus is read, and is not entered by hand', async ({
    boxOffice,
    dataDirectory,
    startKiosk,
  }) => {
    const kiosk = await start(startKiosk, boxOffice.baseUrl);
    await openTheDoor(kiosk.page, boxOffice);
    const codes = SPEEDS.map((gap) => ({ code: code(`F${gap}`), gap }));
    const manual = kiosk.page.getByLabel('Enter a code by hand');
    expect(
      await scanAll(kiosk, dataDirectory, codes, async () => {
        await expectScreen(kiosk.page, 'ready');
        await manual.click();
      }),
    ).toEqual(read(codes));
  });

  test('a barcode of Tab, Enter and blanks presses no button', async ({
    boxOffice,
    startKiosk,
  }) => {
    const { page } = await start(startKiosk, boxOffice.baseUrl);
    await openTheDoor(page, boxOffice);
    const change = page.getByRole('button', { name: 'Change' });
    await change.focus();
    for (const gap of SPEEDS) {
      for (const keys of ['{Tab}{Tab}{Enter}', ' {Enter}', '{Enter}{Enter}', '{Tab} ']) {
        // What is a scanner's shows after a pause at the latest.
        await toTheDisplay([...pressing(keys, { gap, hold: 0 }), 'sleep 0.4']);
        await expect(change).toBeFocused();
      }
    }
    await expectScreen(page, 'ready');
    await toTheDisplay(pressing('{Enter}', PERSON));
    await expectScreen(page, 'select');
  });
});

test.describe('at the sign-in', () => {
  const fields = (page: Page) => ({
    user: page.getByLabel('User name'),
    password: page.getByLabel('Password', { exact: true }),
  });

  for (const layout of ['us', 'fr', 'de']) {
    test(`a scan leaves no letter in the fields and does not sign in: ${layout}`, async ({
      boxOffice,
      startKiosk,
    }) => {
      await useLayout(layout);
      try {
        const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
        await expectScreen(page, 'sign-in');
        const { user, password } = fields(page);
        await password.fill('geheim');
        await user.fill('anna');
        for (const gap of SPEEDS) {
          for (const field of [user, password]) {
            await field.focus();
            await scanner.scan([code('S')], { gap });
            await expect(user).toHaveValue('anna');
            await expect(password).toHaveValue('geheim');
            await expect(field).toBeFocused();
          }
        }
        await expectScreen(page, 'sign-in');
      } finally {
        await useLayout('us');
      }
    });
  }

  test('a person who types while a scanner does keeps every key', async ({
    boxOffice,
    startKiosk,
  }) => {
    const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
    await expectScreen(page, 'sign-in');
    const { user, password } = fields(page);
    for (const gap of SPEEDS) {
      await user.fill('');
      await user.focus();
      // Keys of their own: two hands on one key are one key to the machine.
      const person = toTheDisplay(pressing('herr thommes{Tab}secret', PERSON));
      await expect(user).toHaveValue(/^her/);
      await scanner.scan(['1234567890'], { gap });
      await person;
      await expect(user).toHaveValue('herr thommes');
      await expect(password).toHaveValue('secret');
    }
    await expectScreen(page, 'sign-in');
  });
});
