import { LOOK_UP_LASTS, LookUpMode } from '#main/entrance/door/look-up-mode.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { expect, test } from 'vitest';

function mode() {
  const clock = new FakeClock();
  let changes = 0;
  const lookUp = new LookUpMode({ clock, onChange: () => (changes += 1) });
  return { clock, lookUp, changes: () => changes };
}

test('it ends by itself when nobody scans, and goes on while somebody does', async () => {
  const { clock, lookUp, changes } = mode();
  lookUp.set(true);
  await clock.advance(LOOK_UP_LASTS - 1);
  lookUp.touch();
  await clock.advance(LOOK_UP_LASTS - 1);
  expect(lookUp.isOn).toBe(true);
  await clock.advance(1);
  expect(lookUp.isOn).toBe(false);
  expect(changes()).toBe(2);
});

test('once ended, it is not begun by a scan, nor ended twice', async () => {
  const { clock, lookUp, changes } = mode();
  lookUp.set(true);
  lookUp.set(false);
  lookUp.touch();
  await clock.advance(2 * LOOK_UP_LASTS);
  expect(lookUp.isOn).toBe(false);
  expect(changes()).toBe(2);
});
