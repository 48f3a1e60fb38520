import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { TimeStyle } from '#shared/model/settings.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { STATES } from './support/all-states.ts';
import { statistics } from './support/statistics.ts';
import { chooseMore } from './support/menu.ts';
import { openKiosk, root } from './support/open-kiosk.ts';
import { mainWithProgramme, withProgramme } from './support/programme.ts';

const BESIDE = ['What’s on', 'Numbers', 'History', 'Readiness', 'Settings'] as const;

/** Ten past seven in the evening is on every screen: in the other style it would be seen. */
const OTHER_STYLE = {
  '12': /(?<![\d:])(?:1[3-9]|2[0-3]):[0-5]\d/,
  '24': /\d:\d{2}\s?[ap]\.?m/i,
} as const;
const OWN_STYLE = { '12': /\d:\d{2}\s?pm/i, '24': /19:\d{2}/ } as const;

const inStyle = (state: KioskState, timeStyle: TimeStyle): KioskState => ({
  ...state,
  settings: { ...state.settings, timeStyle },
});

describe.each(['12', '24'] as const)('no time of another style than %s hours', (style) => {
  const expectOneStyle = () => expect(document.body.textContent).not.toMatch(OTHER_STYLE[style]);

  test('in any state', async () => {
    const { main } = await openKiosk(inStyle(withProgramme(), style));
    for (const state of Object.values(STATES)) {
      main.emit(inStyle(state, style));
      await new Promise(requestAnimationFrame);
      expectOneStyle();
    }
  });

  test('beside the door', async () => {
    const state = inStyle(withProgramme(), style);
    const main = mainWithProgramme(state);
    main.on('statistics', ({ hours }) => ({ ok: true, value: statistics(hours) }));
    await openKiosk(state, { main });
    for (const title of BESIDE) {
      await chooseMore(title);
      await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await expect.poll(() => document.body.textContent).toMatch(OWN_STYLE[style]);
      expectOneStyle();
      await page.getByRole('button', { name: 'Back to the door' }).click();
      await expect.poll(() => root('screen')).toBe('ready');
    }
  });
});
