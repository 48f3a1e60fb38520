import { isErrorCode } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Discrepancy } from '#shared/model/discrepancy.ts';
import type { Words } from './i18n/en.ts';
import { isolated } from './selection-text.ts';
import { errorWords } from './verdict-words.ts';

/** Why the platform does not accept a scan: its own words come from outside and are shown as text. */
export function discrepancyReasons(
  words: Words,
  { reason }: Pick<Discrepancy, 'reason'>,
): string[] {
  if (reason === null) return [];
  switch (reason.type) {
    case 'platform-error': {
      const { error } = reason;
      const meaning = errorWords(words, error).reason;
      return isErrorCode(error.code)
        ? [words.discrepancies.meaning(meaning, isolated(error.name), error.code)]
        : [meaning];
    }
    case 'platform-words':
      return [reason.text.trim() || words.reasons.unnamedError];
    case 'unreadable':
      return [words.discrepancies.unreadable];
    default:
      return assertNever(reason);
  }
}
