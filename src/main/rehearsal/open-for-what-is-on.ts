import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import { choicesOf, nearest } from '#shared/choices.ts';
import type { DemoGuide } from '#shared/model/demo-guide.ts';

/**
 * Signs in as a user with all permissions, and opens the door for the performance that the guide's tickets
 * are for, so that training needs no password. Returns false if the trainee has to do it.
 */
export async function openForWhatIsOn(
  { signIn, filterOptions, select }: KioskHandlers,
  guide: DemoGuide,
  now: number,
): Promise<boolean> {
  const user = guide.users.find(({ role }) => role === 'scanner-with-patrons');
  if (user === undefined) return false;
  const signedIn = await signIn({ username: user.username, password: user.password });
  if (!signedIn.ok) return false;
  const offered = await filterOptions(null);
  const selection = offered.ok ? nearest(choicesOf(offered.value), now) : null;
  if (selection === null) return false;
  await select({ selection });
  return true;
}
