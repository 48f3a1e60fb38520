import { expect } from 'vitest';
import { admission, openDoor } from './builders.ts';
import type { FakeMain } from './fake-transport.ts';
import { scan } from './keys.ts';
import { root } from './open-kiosk.ts';
import type { StateChanges } from '#tests/support/kiosk-state.ts';

/** A scan is taken on whatever screen this is: its verdict comes, then the door. */
export async function expectScanTaken(main: FakeMain, changes: StateChanges = {}): Promise<void> {
  await scan('ABC123{Enter}');
  expect(main.requests('scan')).toEqual([{ code: 'ABC123', source: 'wedge' }]);
  main.emit(openDoor({ ...changes, verdict: admission() }));
  await expect.poll(() => root('screen')).toBe('verdict');
  main.emit(openDoor(changes));
  await expect.poll(() => root('screen')).toBe('ready');
}
