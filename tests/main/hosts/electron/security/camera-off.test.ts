import { onCameraOff } from '#main/hosts/electron/security/camera-off.ts';
import { newKioskState } from '#tests/support/kiosk-state.ts';
import { expect, test } from 'vitest';

/** How often the page is loaded anew while the camera is on and off like this. */
function loads(...cameras: readonly boolean[]): number {
  let count = 0;
  const follow = onCameraOff(() => (count += 1));
  const { settings } = newKioskState();
  for (const camera of cameras) follow({ settings: { ...settings, camera } });
  return count;
}

test('the page is loaded anew each time that the camera is switched off', () => {
  expect(loads(true, false)).toBe(1);
  expect(loads(false, true, true, false, false, true, false)).toBe(2);
});

test('a page that never had a camera, or has one still, stays', () => {
  expect(loads(false, false)).toBe(0);
  expect(loads(false, true, true)).toBe(0);
});
