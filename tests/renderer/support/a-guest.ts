import { expect } from 'vitest';
import { admission, openDoor } from './builders.ts';
import type { FakeMain } from './fake-transport.ts';
import { scan } from './keys.ts';
import { root } from './open-kiosk.ts';

/** A guest comes while somebody looks at something else: the code is taken, and its verdict goes before it. */
export async function expectGuestAnswered(main: FakeMain): Promise<void> {
  await scan('ABC123{Enter}');
  expect(main.requests('scan')).toEqual([{ code: 'ABC123', source: 'wedge' }]);
  main.emit(openDoor({ verdict: admission() }));
  await expect.poll(() => root('screen')).toBe('verdict');
  main.emit(openDoor());
  await expect.poll(() => root('screen')).toBe('ready');
}
