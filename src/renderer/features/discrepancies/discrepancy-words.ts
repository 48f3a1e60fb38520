import { knownError } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Discrepancy, OtherAdmission } from '#shared/model/discrepancy.ts';
import { isolated } from '#renderer/lib/selection-text.ts';
import { errorWords } from '#renderer/features/verdict/verdict-words.ts';
import { m } from '#renderer/i18n/messages.ts';

/** What the list is to call a discrepancy. */
export function stateWords({ state, otherDoor }: Discrepancy): string {
  if (state === 'two-doors' && otherDoor?.isPossible) return m.discrepancies_possible_what();
  return m[`discrepancies_states_${state}_what` as const]();
}

/** What another door has published of a ticket that was admitted here, too; null: nothing. */
export function otherDoorWords(
  other: OtherAdmission | null,
  when: (at: number) => string,
): string | null {
  if (other === null) return null;
  const time = when(other.at);
  const words =
    other.door === null
      ? m.discrepancies_anotherDoor({ time })
      : m.discrepancies_otherDoor({ door: isolated(other.door), time });
  return other.isPossible ? `${words} ${m.discrepancies_possible_advice()}` : words;
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
