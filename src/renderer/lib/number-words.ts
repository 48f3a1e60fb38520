import { isErrorCode } from '#shared/api/error-codes.ts';
import type { PerformanceCounter } from '#shared/model/counters.ts';
import type { Selection } from '#shared/model/selection.ts';
import type { Words } from './i18n/en.ts';

/** Why guests were turned away, by the platform's code or what it would have been. */
export function refusedWords(words: Words, code: number | null): string {
  if (code === null) return words.numbers.other;
  return isErrorCode(code) ? words.reasons.errors[code].reason : words.numbers.unknownCode(code);
}

/** What is known of a counted performance: by the copy, or because the door is open for it. */
export function performanceOf(
  words: Words,
  { performanceId, name, start }: PerformanceCounter,
  selection: Selection | null,
): { readonly name: string; readonly start: number | null } {
  if (performanceId === null) return { name: words.numbers.noPerformance, start };
  if (selection?.scope === 'performance' && selection.performanceId === performanceId) {
    return { name: selection.productionName, start: selection.performanceStart };
  }
  return { name: name ?? words.numbers.unnamed(performanceId), start };
}
