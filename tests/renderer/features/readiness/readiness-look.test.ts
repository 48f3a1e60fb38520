import { DEFAULT_SETTINGS, type Language } from '#shared/model/settings.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import {
  apiError,
  SNAPSHOT,
  HEALTH,
  inMinutes,
  offline,
  openDoor,
  SIGNED_IN,
} from '#tests/renderer/support/builders.ts';
import {
  NO_PIN,
  UNLOCKED,
  scanners,
  uploads,
  type StateChanges,
} from '#tests/support/kiosk-state.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { scanner } from '#tests/renderer/support/scanner-main.ts';
import { resize } from '#tests/renderer/support/page.ts';

const ID = '9f2c1a7e-55d1-4d6e-8a3c-0d2f6f1b7a90';

const well: StateChanges = {
  kiosk: { id: ID, name: 'Main foyer' },
  snapshot: {
    ...SNAPSHOT,
    lastWeight: 3_240_000,
    next: { at: inMinutes(7), waitsForScan: false },
  },
  scanners: scanners({ all: [scanner()] }),
  lock: UNLOCKED,
};

/** Each line as it is when it is green, amber and red, as far as it can be. */
const STATES: Record<string, StateChanges> = {
  green: well,
  amber: {
    ...well,
    session: { ...SIGNED_IN, user: { ...SIGNED_IN.user, daysTillPasswordExpires: 3 } },
    snapshot: {
      ...SNAPSHOT,
      builtAt: inMinutes(-90),
      skipped: 3,
      lastWeight: 0,
      next: { at: inMinutes(7), waitsForScan: true },
    },
    scanners: scanners(),
    uploads: uploads({ pending: 12, oldest: inMinutes(-65), uploading: true }),
    discrepancies: 2,
    settings: { kioskName: 'Main foyer', ...DEFAULT_SETTINGS, volume: 0 },
    clockSkew: 182 * 60_000,
    health: {
      ...HEALTH,
      roundTrip: { newest: 1_240, median: 830, count: 7, measuredAt: inMinutes(-1) },
      disk: { type: 'known', free: 640_000_000 },
      keys: { keeper: 'none', backend: 'basic_text' },
    },
    lock: NO_PIN,
    managed: ['kioskName'],
    managedBy: '/etc/usher/settings.json',
  },
  red: {
    ...well,
    session: {
      status: 'lost',
      user: SIGNED_IN.user,
      reason: { type: 'ended-by-platform', error: apiError(6) },
    },
    connection: offline(),
    snapshot: { ...SNAPSHOT, tickets: null, builtAt: null, scope: null },
    scanners: scanners({ all: [scanner({ state: { type: 'in-use' } })] }),
    uploads: uploads({ pending: 312, oldest: inMinutes(-45 * 60), warning: 44 }),
    health: {
      ...HEALTH,
      disk: { type: 'known', free: 42_000_000 },
      keys: { keeper: 'memory', backend: 'kwallet5' },
    },
  },
};

/** What is worth a look at, and the sizes between which the lines are laid out differently. */
const SIZES = {
  '800x600': [800, 600],
  '1024x768': [1024, 768],
  '1280x800': [1280, 800],
  '1920x1080': [1920, 1080],
  '1080x1920': [1080, 1920],
} as const;

async function open(state: keyof typeof STATES, language: Language, size: keyof typeof SIZES) {
  const door = openDoor(STATES[state]);
  await openKiosk({ ...door, settings: { ...door.settings, language } });
  const [width, height] = SIZES[size];
  await resize(width, height);
  const toReadiness = document.querySelector<HTMLElement>('button.standing');
  toReadiness?.click();
  await expect.poll(() => root('screen')).toBe('readiness');
}

/** Whatever does not fit into its box sideways. */
function overflowing(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.panel, .panel *')]
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .filter((element) => !element.matches('.visually-hidden, svg, svg *'))
    .map(({ tagName, textContent }) => `${tagName} ${textContent.trim().slice(0, 60)}`);
}

describe.each(['en', 'ar'] as const)('in %s', (language) => {
  describe.each(Object.keys(STATES))('%s', (state) => {
    test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
      'on %s all can be read, and reached by everybody',
      async (size) => {
        await open(state, language, size);
        expect(document.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
        expect(overflowing()).toEqual([]);
        for (const button of page.getByRole('button').elements()) {
          expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(47.5);
        }
        await expectAccessible();
        await picture(`readiness-${state}-${size}-${language}`);
      },
    );
  });
});

test.each(['de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'] as const)(
  'the longest words of %s find room',
  async (language) => {
    for (const state of ['amber', 'red']) {
      await open(state, language, '800x600');
      expect(overflowing()).toEqual([]);
    }
    await open('amber', language, '1280x800');
    expect(overflowing()).toEqual([]);
    await picture(`readiness-amber-1280x800-${language}`);
  },
);
