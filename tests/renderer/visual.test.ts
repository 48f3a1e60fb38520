import type { Language } from '#shared/model/settings.ts';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  FOR_THE_TEMPEST,
  NOW,
  WENT_OUT,
  STUDIO,
  admission,
  apiError,
  inMinutes,
  localHint,
  openDoor,
  refusal,
  sentTo,
  verdict,
} from './support/builders.ts';
import { openKiosk } from './support/open-kiosk.ts';
import { lettersAreThere, resize } from '#tests/renderer/support/page.ts';

/**
 * The verdicts as they look, compared with the pictures that are kept in verdict-pictures/. What has
 * changed on purpose is kept anew by `npm run pictures`; look at each before it is committed.
 */
const SIZES = ['800x600', '1024x768', '1920x1080', '1080x1920'] as const;
const LANGUAGES: readonly Language[] = ['en', 'ar'];

const VERDICTS: Record<VerdictKind, ShownVerdict> = {
  admit: admission(),
  reject: refusal(apiError(10), {
    own: localHint({
      ticketFor: {
        ...FOR_THE_TEMPEST,
        wall: { date: '2025-11-21', time: '19:30:00' },
        venue: STUDIO,
      },
    }),
  }),
  duplicate: refusal(apiError(12), {
    own: localHint({ firstScanAt: inMinutes(-22) }),
  }),
  undecided: refusal(apiError(16)),
  checked: verdict('checked', { type: 'valid', copyFrom: NOW }, { basis: 'cache' }),
  exit: verdict('exit', WENT_OUT, { basis: 'venue' }),
  elsewhere: sentTo(),
  held: verdict('held', { type: 'held', door: 'Foyer left', since: NOW }, { basis: 'venue' }),
};

const cases = Object.values(VERDICTS).flatMap((shown) =>
  SIZES.flatMap((size) => LANGUAGES.map((language) => ({ shown, size, language }))),
);

async function show(shown: ShownVerdict, size: string, language: Language): Promise<void> {
  const door = openDoor({ verdict: shown });
  await openKiosk({ ...door, settings: { ...door.settings, language } });
  const [width = 0, height = 0] = size.split('x').map(Number);
  await resize(width, height);
  await lettersAreThere();
}

test.each(cases)('$shown.kind on $size, $language', async ({ shown, size, language }) => {
  await show(shown, size, language);
  await expect(page.elementLocator(document.documentElement)).toMatchScreenshot(
    `${shown.kind}-${size}-${language}`,
  );
});

/** Where each part of the verdict stands, its words and signs among them, in pixels. */
function places(): [what: string, place: readonly number[]][] {
  return [...document.querySelectorAll('main, main *')].map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [element.outerHTML.slice(0, 80), [left, top, width, height]];
  });
}

/** What the roundings of letters come to, in pixels: half a hundredth of the screen. */
const ROUNDINGS = 12;

// A picture of four times as many pixels would say no more.
test.each(
  Object.values(VERDICTS).flatMap((shown) => LANGUAGES.map((language) => ({ shown, language }))),
)(
  '$shown.kind on 3840x2160, $language: all as on 1920x1080, and twice as large',
  async ({ shown, language }) => {
    await show(shown, '1920x1080', language);
    const expected = places();
    await resize(3840, 2160);
    const seen = places();
    expect(seen.map(([what]) => what)).toEqual(expected.map(([what]) => what));
    for (const [index, [what, place]] of expected.entries()) {
      for (const [at, pixels] of place.entries()) {
        const twice = seen[index]?.[1][at] ?? NaN;
        expect(Math.abs(twice - 2 * pixels), what).toBeLessThanOrEqual(ROUNDINGS);
      }
    }
  },
);
