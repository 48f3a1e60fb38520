import { isErrorCode } from '#shared/api/error-codes.ts';
import type { PerformanceStatistics } from '#shared/model/statistics.ts';
import type { Selection } from '#shared/model/selection.ts';
import { m } from '#renderer/i18n/messages.ts';

/** Why guests were turned away, by the platform's code or what it would have been. */
export function refusedWords(code: number | null): string {
  if (code === null) return m.statistics_other();
  return isErrorCode(code)
    ? m[`error_${code}_reason` as const]()
    : m.statistics_unknownCode({ code });
}

/** What is known of a counted performance: by the snapshot, or because the door is open for it. */
export function performanceOf(
  { performanceId, name, start }: PerformanceStatistics,
  selection: Selection | null,
): { readonly name: string; readonly start: number | null } {
  if (performanceId === null) return { name: m.statistics_noPerformance(), start };
  if (selection?.scope === 'performance' && selection.performanceId === performanceId) {
    return { name: selection.productionName, start: selection.performanceStart };
  }
  return { name: name ?? m.statistics_unnamed({ id: performanceId }), start };
}
