import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LONGEST_TEXT } from '#shared/api/field.ts';
import { legibleUpTo } from '#shared/legible.ts';
import { ODD_TEXTS } from '#tests/support/odd-texts.ts';
import { admission, openDoor } from '#tests/renderer/support/builders.ts';
import { openKiosk, root } from '#tests/renderer/support/open-kiosk.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

test('whatever a guest and a seat are called, the welcome is there, and stays within the screen', async () => {
  const door = openDoor();
  const { main } = await openKiosk(door);
  for (const [index, odd] of ODD_TEXTS.entries()) {
    // As main reads every text of the platform.
    const text = legibleUpTo(LONGEST_TEXT, odd);
    const shown = { name: text, performance: text, section: text, seat: text };
    const sequence = index + 1;
    main.emit(withChanges(door, { verdict: admission(shown, { sequence }) }));
    await expect.poll(() => root('sequence')).toBe(String(sequence));
    const heading = page.getByRole('heading', { name: 'Welcome' });
    await expect.element(heading).toBeVisible();
    const { top, bottom, left, right } = heading.element().getBoundingClientRect();
    expect(Math.min(top, left), JSON.stringify(text)).toBeGreaterThanOrEqual(0);
    expect(bottom, JSON.stringify(text)).toBeLessThanOrEqual(window.innerHeight);
    expect(right, JSON.stringify(text)).toBeLessThanOrEqual(window.innerWidth);
  }
});
