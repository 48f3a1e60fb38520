import { m } from '#renderer/i18n/messages.ts';
import type { SignedInUser } from '#shared/model/session.ts';
import type { Format } from '#renderer/lib/format.ts';
import { isolated } from '#renderer/lib/selection-text.ts';

/** From this many days before its end on, a password's expiry is spoken of. */
const DAYS_TO_SPEAK_OF = 14;

/** What is said of a password that expires soon, or has; null: nothing yet. */
export function passwordWords(
  { username, daysTillPasswordExpires: days }: SignedInUser,
  format: Format,
): { readonly isOver: boolean; readonly text: string; readonly advice: string } | null {
  if (days === null || days > DAYS_TO_SPEAK_OF) return null;
  if (days >= 0) {
    const text = m.passwordExpires({ days: format.inDays(days) });
    return { isOver: false, text, advice: '' };
  }
  return {
    isOver: true,
    text: m.session_passwordOver_what({ user: isolated(username) }),
    advice: m.session_passwordOver_advice(),
  };
}
