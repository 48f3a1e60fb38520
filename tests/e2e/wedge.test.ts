import { expect, type Page } from '@playwright/test';
import type { BoxOffice } from '#box-office/server.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import { keptLedger } from '#tests/support/kept-ledger.ts';
import { pressing, type, useLayout } from './support/display-keys.ts';
import { expectScreen, openTheDoor } from './support/door.ts';
import { test, type Kiosk, type StartKiosk } from './support/kiosk.ts';
import { letVerdictsLeaveSoon } from './support/verdicts.ts';
import { onTime, typeInto } from './support/on-time.ts';
import { HAS_SCREEN } from './support/screen.ts';

/** In milliseconds per key. */
const SPEEDS = [1, 6, 20, 80, 130];

/** The signs that layouts disagree about, two of them dead keys elsewhere, in both cases. */
const code = (name: string) => `0${name} aAqQ zZwW mM ;-_[=^`;

const PERSON = { gap: 130, hold: 75 };
const CAPS_LOCK = pressing('{CapsLock}', { gap: 0, hold: 0 });

test.skip(!HAS_SCREEN, 'keys from outside come through an X11 display alone');
// Most of their time they wait for slow scanners, and for verdicts to leave the screen.
test.describe.configure({ mode: 'parallel' });

/** What a scanner types for this code. */
const scanned = (text: string, gap: number, end = 'Enter') =>
  pressing(`${text}{${end}}`, { gap, hold: 0 });

/**
 * Scans each of these until the ledger has it as it was meant; then the kiosk has ended, and the ledger says
 * what it has read. What was typed too late may have become anything: it is left out.
 */
async function scanAll(
  kiosk: Kiosk,
  dataDirectory: string,
  codes: readonly { readonly code: string; readonly gap: number; readonly end?: 'Tab' }[],
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly Pick<LedgerRecord, 'code' | 'source'>[]> {
  const records = () =>
    keptLedger(dataDirectory).records.map(({ code: kept, source }) => ({ code: kept, source }));
  let late = 0;
  for (const { code: each, gap, end } of codes) {
    const scan = async () => {
      await before();
      return typeInto(kiosk.page, scanned(each, gap, end));
    };
    late += await onTime(scan, () => expect.poll(() => records().at(-1)?.code).toBe(each));
  }
  await kiosk.close();
  const all = records();
  return late === 0 ? all : all.filter((record) => codes.some((one) => one.code === record.code));
}

/** Keeps the main process, through which all keys come, from doing anything for so many milliseconds. */
function standStill(_electron: unknown, milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Keeps it so again and again, until all is typed. */
async function standingStill(app: Kiosk['app'], typed: Promise<number>): Promise<number> {
  const typing = { isOver: false };
  const over = typed.finally(() => (typing.isOver = true));
  const still = async () => {
    while (!typing.isOver) await app.evaluate(standStill, 400);
  };
  const [late] = await Promise.all([over, still()]);
  return late;
}

/** Counts what is pressed on the page from now on, by whatever key or hand. */
async function watchPresses(page: Page): Promise<() => Promise<number>> {
  const presses = await page.evaluateHandle(() => {
    const seen = { count: 0 };
    addEventListener('click', () => (seen.count += 1), { capture: true });
    return seen;
  });
  return () => presses.evaluate(({ count }) => count);
}

/**
 * Does and checks it on time, and nothing on the page may be pressed by it. What a press leads to comes later, a refused
 * sign-in for one: after a display that was late it would fall into what is typed next.
 *
 * @param what is typed, for who reads of a failure
 */
async function pressingNothing(
  page: Page,
  act: () => Promise<number>,
  check: () => Promise<unknown>,
  what: string,
): Promise<void> {
  const screen = await page.evaluate(() => document.documentElement.dataset['screen'] ?? '');
  let presses = await watchPresses(page);
  const again = async () => {
    if ((await presses()) > 0) {
      await page.reload();
      await expectScreen(page, screen);
      presses = await watchPresses(page);
    }
    return act();
  };
  await onTime(again, async () => {
    expect(await presses(), what).toBe(0);
    await check();
  });
}

const read = (codes: readonly { readonly code: string }[]) =>
  codes.map(({ code: each }) => ({ code: each, source: 'wedge' }));

test.describe('at a door', () => {
  const openDoor = async (startKiosk: StartKiosk, boxOffice: BoxOffice) => {
    const kiosk = await startKiosk({
      switches: ['--password-store=basic'],
      args: [`--base-url=${boxOffice.baseUrl}`],
    });
    await openTheDoor(kiosk.page, boxOffice);
    return kiosk;
  };

  test('codes come through at every speed, and with either end', async ({
    boxOffice,
    dataDirectory,
    startKiosk,
  }) => {
    const kiosk = await openDoor(startKiosk, boxOffice);
    const codes = SPEEDS.flatMap((gap) => [
      { code: code(`E${gap}`), gap },
      { code: code(`T${gap}`), gap, end: 'Tab' as const },
    ]);
    expect(await scanAll(kiosk, dataDirectory, codes)).toEqual(read(codes));
  });

  test('Caps Lock changes none', async ({ boxOffice, dataDirectory, startKiosk }) => {
    const kiosk = await openDoor(startKiosk, boxOffice);
    const codes = SPEEDS.map((gap) => ({ code: code(`C${gap}`), gap }));
    await type(CAPS_LOCK);
    try {
      expect(await scanAll(kiosk, dataDirectory, codes)).toEqual(read(codes));
    } finally {
      await type(CAPS_LOCK);
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
        const kiosk = await openDoor(startKiosk, boxOffice);
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
    const kiosk = await openDoor(startKiosk, boxOffice);
    // The field is there again when a verdict has left.
    await kiosk.page.evaluate(() =>
      window.kiosk.changeSettings({ change: { verdictTime: 2_000 } }),
    );
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
    const { page } = await openDoor(startKiosk, boxOffice);
    await letVerdictsLeaveSoon(page);
    const change = page.getByRole('button', { name: 'Change' });
    for (const gap of SPEEDS) {
      for (const keys of ['{Tab}{Tab}{Enter}', ' {Enter}', '{Enter}{Enter}', '{Tab} ']) {
        const scan = async () => {
          await change.focus();
          return typeInto(page, pressing(keys, { gap, hold: 0 }));
        };
        // The focus stays where it was, unless the notice "Not read" has replaced the button.
        const isUntouched = () =>
          expect
            .poll(() =>
              page.evaluate(
                () =>
                  document.documentElement.dataset['screen'] === 'notice' ||
                  document.activeElement?.textContent.trim() === 'Change',
              ),
            )
            .toBe(true);
        await pressingNothing(page, scan, isUntouched, `${keys}, ${gap} ms a key`);
      }
    }
    // A notice about the last barcode may still come on a slow machine, and take the button away.
    await expect(async () => {
      await expectScreen(page, 'ready');
      await change.focus();
      await type(pressing('{Enter}', PERSON));
      await expect(page.locator('html')).toHaveAttribute('data-screen', 'select', {
        timeout: 2_000,
      });
    }).toPass({ timeout: 20_000 });
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
        const { page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
        await expectScreen(page, 'sign-in');
        const { user, password } = fields(page);
        for (const gap of SPEEDS) {
          for (const field of [user, password]) {
            const scan = async () => {
              await password.fill('geheim');
              await user.fill('anna');
              await field.focus();
              return typeInto(page, scanned(code('S'), gap));
            };
            const isUntouched = async () => {
              await expect(user).toHaveValue('anna');
              await expect(password).toHaveValue('geheim');
              await expect(field).toBeFocused();
            };
            await pressingNothing(page, scan, isUntouched, `a code, ${gap} ms a key`);
          }
        }
        await expectScreen(page, 'sign-in');
      } finally {
        await useLayout('us');
      }
    });
  }

  test('a scan leaves no letter in a field of a kiosk that stands still again and again', async ({
    boxOffice,
    startKiosk,
  }) => {
    const { app, page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
    await expectScreen(page, 'sign-in');
    const { user } = fields(page);
    for (const gap of SPEEDS) {
      const scan = async () => {
        // Emptied first: what is filled with what it holds stays selected, and a letter would replace it.
        await user.fill('');
        await user.fill('anna');
        return standingStill(app, typeInto(page, scanned(code('S'), gap)));
      };
      const isUntouched = async () => {
        await expect(user).toHaveValue('anna');
        await expect(user).toBeFocused();
      };
      await pressingNothing(page, scan, isUntouched, `a code, ${gap} ms a key`);
    }
    await expectScreen(page, 'sign-in');
  });

  test('a person who types while a scanner does keeps every key', async ({
    boxOffice,
    startKiosk,
  }) => {
    const { page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
    await expectScreen(page, 'sign-in');
    const { user, password } = fields(page);
    for (const gap of SPEEDS) {
      const both = async () => {
        await password.fill('');
        await user.fill('');
        await user.focus();
        // Keys of their own: two hands on one key are one key to the machine.
        const person = type(pressing('herr thommes{Tab}secret', PERSON));
        await expect(user).toHaveValue(/^her/);
        const late = await type(scanned('1234567890', gap));
        // A late display cuts a person's keys short, too, and then they look like a scanner's.
        return Math.max(late, await person);
      };
      const isWhole = async () => {
        await expect(user).toHaveValue('herr thommes');
        await expect(password).toHaveValue('secret');
      };
      await pressingNothing(page, both, isWhole, `a code beside a person, ${gap} ms a key`);
    }
    await expectScreen(page, 'sign-in');
  });
});
