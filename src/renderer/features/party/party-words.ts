import { m } from '#renderer/i18n/messages.ts';
import { noteText, noteTitle } from '#renderer/features/notes/note-words.ts';
import { reasonWords, verdictWord } from '#renderer/features/verdict/verdict-words.ts';
import type { Advice } from '#renderer/lib/advice.ts';
import { ledgerTroubleWords } from '#renderer/lib/failure-words.ts';
import type { Format } from '#renderer/lib/format.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import {
  LARGEST_PARTY,
  type PartyFailure,
  type PartyGone,
  type PartyOutcome,
  type PartyRefusal,
} from '#shared/model/party.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';

/** Why no party can be told, or nobody of it let in. */
export function partyFailureWords(
  format: Format,
  failure: PartyFailure | PartyGone | CallFailure,
): Advice {
  if (failure.type === 'gone') return { what: m.party_gone(), advice: '' };
  if (failure.type !== 'no-party') return ledgerTroubleWords(failure);
  return { what: refusalWords(format, failure.because), advice: '' };
}

function refusalWords(format: Format, because: PartyRefusal): string {
  if (because === 'no-pin') return m['overrule_no-pin']();
  if (because === 'too-many') return m['party_too-many']({ most: format.count(LARGEST_PARTY) });
  return m[`party_${because}` as const]();
}

/** What has become of somebody, in a list: shape and colour, word, reason, and what is noted. */
export interface OutcomeWords {
  /** Null: there is no verdict. */
  readonly kind: VerdictKind | null;
  readonly word: string;
  readonly more: readonly string[];
}

export function outcomeWords(outcome: PartyOutcome | null): OutcomeWords {
  if (outcome === null) return { kind: null, word: m.party_waits(), more: [] };
  switch (outcome.type) {
    case 'not-asked':
      return { kind: null, word: m.party_notAsked(), more: [] };
    case 'not-recorded':
      return { kind: 'undecided', word: m.party_notRecorded(), more: [] };
    case 'decided': {
      const { kind, notes } = outcome;
      const { reason, action } = reasonWords(outcome);
      const reasons = kind === 'admit' ? [] : [reason, action];
      const noted = notes === 'hidden' ? [m.notes_hidden()] : (notes ?? []).map(notedWords);
      return {
        kind,
        word: verdictWord(outcome),
        more: [...reasons, ...noted].filter((words) => words !== ''),
      };
    }
    default:
      return assertNever(outcome);
  }
}

function notedWords(note: Parameters<typeof noteTitle>[0]): string {
  return [noteTitle(note), noteText(note)].filter(Boolean).join(': ');
}
