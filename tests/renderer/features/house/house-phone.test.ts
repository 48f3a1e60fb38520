import { afterAll, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import housePage from '#renderer/features/house/phone/house-page.css?inline';
import HousePhone from '#renderer/features/house/phone/HousePhone.svelte';
import { followLanguage, intlLocale, languageAttributes } from '#renderer/i18n/locale.svelte.ts';
import { createFormat } from '#renderer/lib/format.ts';
import { HELD_LONG } from '#shared/model/hold.ts';
import type { HousePageFacts } from '#shared/model/house-page.ts';
import { DEFAULT_SETTINGS, LANGUAGES, type Language } from '#shared/model/settings.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { inMinutes } from '#tests/renderer/support/builders.ts';
import { house, houseDoor, insideView, largeHouse } from '#tests/renderer/support/house.ts';
import { picture } from '#tests/renderer/support/open-kiosk.ts';
import { resize } from '#tests/renderer/support/page.ts';

const ofPhone = Object.assign(document.createElement('style'), { textContent: housePage });

/** Nothing scrolls on a kiosk. */
const isDrawnAsKiosk = () => getComputedStyle(document.body).overflow === 'hidden';

/** The kiosk's own styles, which a phone does not have. */
function switchKioskStyles(on: boolean): void {
  for (const style of document.querySelectorAll('style')) {
    const { viteDevId = '' } = style.dataset;
    if (viteDevId.endsWith('/styles/index.css')) style.disabled = !on;
  }
  expect(isDrawnAsKiosk(), 'the kiosk’s styles are where the page is the kiosk’s').toBe(on);
}

beforeAll(() => {
  document.head.append(ofPhone);
  switchKioskStyles(true);
  switchKioskStyles(false);
});

afterAll(() => {
  ofPhone.remove();
  switchKioskStyles(true);
});

/** The page on a small phone, as the kiosk draws it. */
async function openPhone(more: Partial<HousePageFacts> = {}, language: Language = 'en') {
  await resize(360, 780);
  expect(isDrawnAsKiosk()).toBe(false);
  followLanguage(language);
  Object.assign(document.documentElement, languageAttributes());
  const { version, rules } = houseDoor();
  const facts: HousePageFacts = {
    ...{ house: house(), venueName: 'Theater am Markt', order: null, rules, version, language },
    ...{ now: inMinutes(0), timeZone: 'UTC', timeStyle: DEFAULT_SETTINGS.timeStyle, ...more },
  };
  const format = createFormat(intlLocale(), facts.timeZone, facts.timeStyle);
  await render(HousePhone, { props: { facts, format } });
}

const isWithinWidth = () =>
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);

test('the evening is read on a phone: who is in, who is to come, and the doors, those in trouble first', async () => {
  await openPhone();
  await expect.element(page.getByText('1,210')).toBeVisible();
  const [first, second] = page
    .getByRole('list', { name: 'Doors' })
    .getByRole('listitem')
    .elements();
  expect(first?.textContent).toContain('Silent since 18:58');
  expect(second?.textContent).toContain('Balcony left');
  isWithinWidth();
  await expectAccessible();
  await picture('house-phone');
});

test('what gates tell is there, too', async () => {
  const gate = { name: 'Left gate', count: 1_210, passed: 1_204, notPassed: 4 };
  const gates = [{ ...gate, isFaulty: true, isUnread: false }];
  await openPhone({ house: house({ doors: [houseDoor({ gates })] }) });
  await expect.element(page.getByText(/Left gate.*input faulty/)).toBeVisible();
  await expect.element(page.getByText(/1,204 of 1,210 through, 4 not/)).toBeVisible();
  isWithinWidth();
});

test('a full house that is held says so', async () => {
  const order = { count: 1, kioskId: 'foyer', door: 'Foyer left', isHeld: true };
  await openPhone({
    house: { ...largeHouse(), inside: insideView({ count: 1_280, isAtLeast: true }) },
    order: { ...order, at: inMinutes(0) - HELD_LONG },
  });
  await expect.element(page.getByText(/held since 18:55, by order of .Foyer left/)).toBeVisible();
  await expect.element(page.getByText(/For 15 mins already/)).toBeVisible();
  await expect.element(page.getByText(/1,280 of 1,280/)).toBeVisible();
  isWithinWidth();
  await expectAccessible();
  await picture('house-phone-held');
});

test('where nothing is known of the doors, it says why', async () => {
  await openPhone({ house: null, venueName: null });
  await expect.element(page.getByText(/this kiosk is alone, or rehearses/)).toBeVisible();
  await expectAccessible();
});

test.each(LANGUAGES)('nothing is wider than the phone in %s', async (language) => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitän, Balkon links außen';
  await openPhone(
    { house: { ...largeHouse(), doors: [houseDoor({ name: long }), ...largeHouse().doors] } },
    language,
  );
  isWithinWidth();
  if (language === 'ar') await picture('house-phone-ar');
});
