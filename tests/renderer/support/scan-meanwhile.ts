import { expect } from 'vitest';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { admission, openDoor } from './builders.ts';
import type { FakeMain } from './fake-transport.ts';
import { scan } from './keys.ts';
import { root } from './open-kiosk.ts';

/** A scan is taken on whatever screen this is: its verdict comes, then the door. */
export async function expectScanTaken(
  main: FakeMain,
  changes: Partial<KioskState> = {},
): Promise<void> {
  await scan('ABC123{Enter}');
  expect(main.requests('scan')).toEqual([{ code: 'ABC123', source: 'wedge' }]);
  main.emit(openDoor({ ...changes, verdict: admission() }));
  await expect.poll(() => root('screen')).toBe('verdict');
  main.emit(openDoor(changes));
  await expect.poll(() => root('screen')).toBe('ready');
}
