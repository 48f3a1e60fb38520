import { assertNever } from '#shared/assert-never.ts';
import type { Selection } from '#shared/model/selection.ts';
import type { Format } from './format.ts';
import { m } from '#renderer/i18n/messages.ts';

/** A name in another direction leaves the words around it in their order (first-strong isolate). */
export const isolated = (name: string) => `\u2068${name}\u2069`;

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
        start === null
          ? m.statistics_unnamed({ id: performanceId })
          : `${format.shortDate(start)}, ${format.time(start)}`;
      return m.verdict_performanceOf({ production: isolated(productionName), when });
    }
    default:
      return assertNever(selection);
  }
}
