import type { Language } from '#shared/model/settings.ts';
import type { ShownVerdict, VerdictKind } from '#shared/model/verdict.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  admission,
  apiError,
  inMinutes,
  NOW,
  openDoor,
  refusal,
  verdict,
} from './support/builders.ts';
import { openKiosk } from './support/open-kiosk.ts';

/**
 * The verdicts as they look, compared with the pictures that are kept in verdict-pictures/. What has
 * changed on purpose is kept anew by `npm run pictures`; look at each before it is committed.
 */
const SIZES = ['800x600', '1024x768', '1920x1080', '1080x1920', '3840x2160'] as const;
const LANGUAGES: readonly Language[] = ['en', 'ar'];

const VERDICTS: Record<VerdictKind, ShownVerdict> = {
  admit: admission(),
  reject: refusal(apiError(10), {
    own: {
      ticketFor: {
        production: 'The Tempest',
        start: inMinutes(24 * 60),
        isHere: false,
        venue: 'Studio',
      },
      firstScanAt: null,
      usedElsewhereBy: null,
    },
  }),
  duplicate: refusal(apiError(12), {
    own: { ticketFor: null, firstScanAt: inMinutes(-22), usedElsewhereBy: null },
  }),
  undecided: refusal(apiError(16)),
  checked: verdict('checked', { type: 'valid', copyFrom: NOW }, { basis: 'cache' }),
};

const cases = Object.values(VERDICTS).flatMap((shown) =>
  SIZES.flatMap((size) => LANGUAGES.map((language) => ({ shown, size, language }))),
);

test.each(cases)('$shown.kind on $size, $language', async ({ shown, size, language }) => {
  const door = openDoor({ verdict: shown });
  await openKiosk({ ...door, settings: { ...door.settings, language } });
  const [width = 0, height = 0] = size.split('x').map(Number);
  await page.viewport(width, height);
  await document.fonts.ready;
  await expect(page.elementLocator(document.documentElement)).toMatchScreenshot(
    `${shown.kind}-${size}-${language}`,
  );
});
