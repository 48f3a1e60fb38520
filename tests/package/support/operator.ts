import type { BoxOffice } from '#box-office/server.ts';
import { byHand, pressing, type, type Pace } from '#tests/e2e/support/display-keys.ts';
import { userOf } from '#tests/support/demo-users.ts';
import { expect } from 'vitest';
import type { PackagedKiosk } from './packaged-kiosk.ts';

/** No scanner types so slowly. */
const PERSON: Pace = { gap: 180, hold: 60 };
const SCANNER: Pace = { gap: 8, hold: 2 };

/** The longest that anything may take on a busy machine. */
const PATIENCE = { timeout: 30_000, interval: 500 };
/**
 * The longest until a scanner is known: an AppImage starts from a compressed file, and a busy machine holds keys for
 * as long as a person does.
 */
const UNTIL_KNOWN = { timeout: 90_000, interval: 500 };

const typing = (text: string) => type(pressing(text, PERSON));

/** Reads a code with a scanner that poses as a keyboard. */
export async function scan(code: string): Promise<void> {
  await type(pressing(`${code}{Enter}`, SCANNER));
}

/** The requests of a kind that the box office has granted. */
export function granted({ requests }: BoxOffice, method: string, name: string): number {
  return requests.filter(
    (request) =>
      request.method === method &&
      request.path.endsWith(name) &&
      request.answered &&
      request.errorCode === null,
  ).length;
}

/**
 * Waits until the page takes keys: a scanner is tried until the kiosk has written down how it types.
 * The door is closed, so that no ticket is spent.
 */
export async function takesKeys(kiosk: PackagedKiosk): Promise<void> {
  await expect
    .poll(async () => {
      if (!kiosk.log().includes('started')) return '';
      await scan('NO-TICKET-0000');
      return kiosk.settings();
    }, UNTIL_KNOWN)
    .toMatch(/"wedgeRhythms":\s*\[\s*\{/);
}

/** Signs in and opens the door for what is offered first, by keyboard alone. */
export async function openTheDoor(kiosk: PackagedKiosk, boxOffice: BoxOffice): Promise<void> {
  await takesKeys(kiosk);
  const { username, password } = userOf(boxOffice);
  // The end of a code that the page was late for may stand in the field.
  await byHand(['key ctrl+a']);
  await typing(`${username}{Tab}${password}{Enter}`);
  await expect.poll(() => granted(boxOffice, 'POST', '/authenticate'), PATIENCE).toBe(1);
  await expect
    .poll(async () => {
      await typing('{Enter}');
      return kiosk.settings();
    }, PATIENCE)
    .toMatch(/"lastSelection":\s*\{/);
}
