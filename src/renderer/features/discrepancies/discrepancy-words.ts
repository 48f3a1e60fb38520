import { knownError } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Discrepancy } from '#shared/model/discrepancy.ts';
import type { UsedAtDoor } from '#shared/model/verdict.ts';
import { isolated } from '#renderer/lib/selection-text.ts';
import { errorWords } from '#renderer/features/verdict/verdict-words.ts';
import { m } from '#renderer/i18n/messages.ts';

/** What another door has told of a ticket that was let in here, too; null: none has told anything. */
export function otherDoorWords(
  other: UsedAtDoor | null,
  when: (at: number) => string,
): string | null {
  if (other === null) return null;
  const time = when(other.at);
  return other.door === null
    ? m.discrepancies_anotherDoor({ time })
    : m.discrepancies_otherDoor({ door: isolated(other.door), time });
}

/** Why the platform does not accept a scan: its own words come from outside and are shown as text. */
export function discrepancyReasons({ reason }: Pick<Discrepancy, 'reason'>): string[] {
  if (reason === null) return [];
  switch (reason.type) {
    case 'platform-error': {
      const { error } = reason;
      const meaning = errorWords(error).reason;
      return knownError(error) !== null
        ? [m.discrepancies_meaning({ meaning, name: isolated(error.name), code: error.code })]
        : [meaning];
    }
    case 'platform-words':
      return [reason.text.trim() || m.reasons_unnamedError()];
    case 'unreadable':
      return [m.discrepancies_unreadable()];
    default:
      return assertNever(reason);
  }
}
