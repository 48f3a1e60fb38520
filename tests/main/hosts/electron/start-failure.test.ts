import { sayStartFailure } from '#main/hosts/electron/start-failure.cjs';
import { LANGUAGES } from '#shared/model/settings.ts';
import { expect, test } from 'vitest';

const goBack = { version: '0.1.0', use: 'Usher Setup 0.1.0.exe' };
const FAILED = { version: '0.2.0', since: Date.UTC(2026, 10, 20, 18), goBack };

/** What the dialog says on a system with this locale. */
async function said(locale: string, starts: Parameters<typeof sayStartFailure>[1] = FAILED) {
  const shown: unknown[] = [];
  await sayStartFailure(
    {
      app: { whenReady: () => Promise.resolve(), getLocale: () => locale },
      BrowserWindow: { getAllWindows: () => [] },
      dialog: { showMessageBox: (options) => Promise.resolve(shown.push(options)) },
    },
    starts,
  );
  return shown[0] as { readonly message: string; readonly detail: string };
}

test.each(LANGUAGES)(
  'in %s: which version fails, since when, and how to go back',
  async (locale) => {
    const { message, detail } = await said(locale);
    expect(message).toContain('0.2.0');
    for (const part of ['0.1.0', goBack.use]) expect(detail).toContain(part);
    expect(`${message}${detail}`).not.toMatch(/[{}]|undefined/);
  },
);

test('each language has its own words, and a system in another one gets English', async () => {
  const messages = await Promise.all(LANGUAGES.map(async (locale) => (await said(locale)).message));
  expect(new Set(messages).size).toBe(LANGUAGES.length);
  expect(await said('de-AT')).toMatchObject({ message: 'Version 0.2.0 startet nicht.' });
  expect(await said('ja-JP')).toMatchObject({ message: 'Version 0.2.0 does not start.' });
});

test('names no way back if no other version ran', async () => {
  const { detail } = await said('en-GB', { ...FAILED, goBack: null });
  expect(detail).toMatch(/^It has failed since 20 Nov 2026, \d\d:\d\d$/);
});
