import { expect } from '@playwright/test';
import { expectScreen } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { userOf } from '#tests/support/demo-users.ts';

const SPOKEN = {
  de: {
    own: 'Deutsch',
    user: 'Benutzername',
    password: 'Passwort',
    signIn: 'Anmelden',
    open: 'Einlass öffnen',
    direction: 'ltr',
    verdict: 'Bitte herein',
  },
  ar: {
    own: 'العربية',
    user: 'اسم المستخدم',
    password: 'كلمة المرور',
    signIn: 'تسجيل الدخول',
    open: 'فتح الباب',
    direction: 'rtl',
    verdict: 'أهلاً وسهلاً',
  },
} as const;

for (const language of ['de', 'ar'] as const) {
  test(`from the sign-in to a verdict in another language: ${language}`, async ({
    boxOffice,
    startKiosk,
  }) => {
    const words = SPOKEN[language];
    const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
    await expectScreen(page, 'sign-in');
    const user = userOf(boxOffice, 'scanner-with-patrons');

    await page.getByLabel('User name').fill(user.username);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('button', { name: words.own }).click();
    const html = page.locator('html');
    await expect(html).toHaveAttribute('lang', language);
    await expect(html).toHaveAttribute('dir', words.direction);
    await expect(page.getByLabel(words.user)).toHaveValue(user.username);
    await keepScreenshot(page, `sign-in-${language}`);

    await page.getByLabel(words.password, { exact: true }).fill(user.password);
    await page.getByRole('button', { name: words.signIn, exact: true }).click();
    await expectScreen(page, 'select');
    await page.getByRole('button', { name: words.open, exact: true }).click();
    await expectScreen(page, 'ready');
    await keepScreenshot(page, `ready-${language}`);

    await scanner.scan(boxOffice.barcodes('valid', 1));
    await expectScreen(page, 'verdict');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.verdict);
    await keepScreenshot(page, `verdict-${language}`);
  });
}
