import { assertNever } from '#shared/assert-never.ts';
import type { Selection } from '#shared/model/selection.ts';
import type { Format } from './format.ts';
import { m } from '#renderer/i18n/messages.ts';

/** A name in another direction leaves the words around it in their order (first-strong isolate). */
export const isolated = (name: string) => `\u2068${name}\u2069`;

/** The date and time of a start; the date alone of an all-day event. */
function startText(format: Format, start: number): string {
  const date = format.shortDate(start);
  return format.isMidnight(start) ? date : `${date}, ${format.time(start)}`;
}

/** What a door is open for, in one line, to stand inside a sentence. */
export function selectionText(format: Format, selection: Selection): string {
  switch (selection.scope) {
    case 'anything-open':
      return m.verdict_anythingOf({ client: isolated(selection.clientName) });
    case 'production':
      return m.verdict_productionOf({ production: isolated(selection.productionName) });
    case 'performance': {
      const { productionName, performanceId, performanceStart: start } = selection;
      const when =
        start === null ? m.statistics_unnamed({ id: performanceId }) : startText(format, start);
      return m.verdict_performanceOf({ production: isolated(productionName), when });
    }
    default:
      return assertNever(selection);
  }
}
