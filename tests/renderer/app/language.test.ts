import { createFormat } from '#renderer/lib/format.ts';
import { followLanguage, intlLocale, language } from '#renderer/i18n/locale.svelte.ts';
import { m } from '#renderer/i18n/messages.ts';
import { errorWords } from '#renderer/features/verdict/verdict-words.ts';
import { ERROR_KEYS } from '#shared/api/error-codes.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { LANGUAGES, type Language } from '#shared/model/settings.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { apiError, NOW, openDoor, refusal, signedOut } from '#tests/renderer/support/builders.ts';
import { openKiosk } from '#tests/renderer/support/open-kiosk.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

const html = document.documentElement;

/** A kiosk's state with another language. */
const spoken = (state: KioskState, chosen: Language | null): KioskState => ({
  ...state,
  settings: { ...state.settings, language: chosen },
});

afterEach(() => followLanguage('en'));

describe('another language is chosen', () => {
  test('what is typed stays, and the focus in its field', async () => {
    const { main } = await openKiosk(signedOut());
    await page.getByLabelText('User name').fill('frances');
    await page.getByLabelText('Password', { exact: true }).fill('Tür');

    main.emit(spoken(signedOut(), 'de'));

    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toHaveTextContent('Zur Ticketkontrolle anmelden');
    await expect.element(page.getByLabelText('Benutzername')).toHaveValue('frances');
    const password = page.getByLabelText('Passwort', { exact: true });
    await expect.element(password).toHaveValue('Tür');
    await expect.element(password).toHaveFocus();
    expect([html.lang, html.dir]).toEqual(['de', 'ltr']);
  });

  test('what went wrong before is said in it, too', async () => {
    const { main } = await openKiosk(openDoor());
    await page.getByRole('textbox').fill('7');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('A code has at least 3 characters.')).toBeVisible();

    main.emit(spoken(openDoor(), 'pl'));
    await expect.element(page.getByText('Kod ma co najmniej 3 znaki.')).toBeVisible();
    await expect.element(page.getByRole('textbox')).toHaveValue('7');
  });

  test('Arabic runs from right to left, and other languages back again', async () => {
    const { main } = await openKiosk(spoken(signedOut(), 'ar'));
    expect([html.lang, html.dir]).toEqual(['ar', 'rtl']);
    const name = page.getByLabelText('اسم المستخدم');
    await expect.element(name).toBeVisible();
    await expectAccessible();

    main.emit(spoken(signedOut(), 'fr'));
    await expect.element(page.getByLabelText('Nom d’utilisateur')).toBeVisible();
    expect([html.lang, html.dir]).toEqual(['fr', 'ltr']);
  });

  test('at the sign-in, from the languages that are offered, each in its own', async () => {
    const state = signedOut();
    const { main } = await openKiosk({
      ...state,
      settings: { ...state.settings, languages: ['en', 'de', 'ar'] },
    });
    main.on('setLanguage', () => ({ ok: true, value: null }));
    await page.getByRole('button', { name: 'English' }).click();
    const list = page.getByRole('list', { name: 'English' });
    expect(list.getByRole('button').elements()).toHaveLength(3);
    await list.getByRole('button', { name: 'Deutsch' }).click();
    expect(main.requests('setLanguage')).toEqual([{ language: 'de' }]);
  });

  test('not where a file says which one, or only one is offered', async () => {
    const state = signedOut();
    const { main } = await openKiosk(withChanges(state, { managed: ['language'] }));
    const choice = page.getByRole('button', { name: 'English' });
    await expect.element(choice).not.toBeInTheDocument();
    main.emit(state);
    await expect.element(choice).toBeVisible();
    main.emit({ ...state, settings: { ...state.settings, languages: ['en'] } });
    await expect.element(choice).not.toBeInTheDocument();
  });
});

describe('which language', () => {
  test.each([
    [['de-AT', 'en'], 'de'],
    [['sv-SE', 'pt-BR', 'de'], 'pt'],
    [['sv-SE', 'ja'], 'en'],
    [['not a tag', 'it'], 'it'],
    [[], 'en'],
  ] as const)('where none is chosen, of %o: %s', (machine, expected) => {
    followLanguage(null, machine);
    expect(language()).toBe(expected);
  });
});

describe('numbers and dates', () => {
  const shown = (chosen: Language) => {
    followLanguage(chosen);
    const format = createFormat(intlLocale(), 'Europe/London');
    return `${format.time(NOW)}, ${format.shortDate(NOW)}, ${format.count(1234567)}`;
  };

  test('as each language writes them', () => {
    expect(shown('en')).toBe('19:10, Thu 20 Nov, 1,234,567');
    expect(shown('de')).toBe('19:10, Do., 20. Nov., 1.234.567');
    expect(shown('pl')).toBe('19:10, czw., 20 lis, 1\u00a0234\u00a0567');
  });

  test('Arabic with the digits and hours that stand on tickets', () => {
    expect(shown('ar')).toMatch(/^19:10.*20.*1,234,567$/);
    expect(shown('ar')).not.toMatch(/[٠-٩]/);
  });

  test.each(LANGUAGES)('%s counts in words of its own', (chosen) => {
    followLanguage(chosen);
    const scans = (count: number) => m.waiting_scans({ count, shown: String(count) });
    expect(scans(5)).toContain('5');
    expect(scans(1)).not.toBe(scans(5).replace('5', '1'));
  });

  test('Polish has a few and many, Arabic two', () => {
    const tickets = (count: number) => m.verdict_soldOnly({ count, shown: String(count) });
    followLanguage('pl');
    expect([1, 3, 5, 22].map(tickets)).toEqual(['1 bilet', '3 bilety', '5 biletów', '22 bilety']);
    followLanguage('ar');
    expect([1, 2, 3, 11].map(tickets)).toEqual(['تذكرة واحدة', 'تذكرتان', '3 تذاكر', '11 تذكرة']);
  });
});

describe('the words for an error of the platform', () => {
  test('are found by its key, whatever its number says', () => {
    const error = apiError(4711, { key: ERROR_KEYS[13], name: 'Changed Name' });
    expect(errorWords(error).reason).toBe('This ticket was cancelled.');
  });

  test('are found by its number, where the key is not known', () => {
    const error = apiError(13, { key: 'error.some.other' });
    expect(errorWords(error).reason).toBe('This ticket was cancelled.');
  });

  test('are the platform’s own name for it, where neither is known', () => {
    const error = apiError(4711, { key: 'error.some.other', name: 'Ticket Too Early' });
    expect(errorWords(error).reason).toContain('Ticket Too Early');
  });

  test('on the screen', async () => {
    await openKiosk(
      openDoor({ verdict: refusal(apiError(4711, { key: ERROR_KEYS[14], name: 'X' })) }),
    );
    await expect.element(page.getByText('This ticket was refunded.')).toBeVisible();
  });
});
