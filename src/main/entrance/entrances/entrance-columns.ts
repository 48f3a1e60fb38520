import { LANGUAGES, type Language } from '#shared/model/settings.ts';
import { TICKET_TEXTS, type TicketText } from '#shared/model/entrance.ts';

/** What stands in a column of a file of entrances. */
export type Column =
  | { readonly of: 'entrance' | 'colour' | 'arrow' | 'from' }
  | { readonly of: 'name' | 'way'; readonly language: Language | null }
  | { readonly of: 'ticket'; readonly text: TicketText };

/** All columns by their headings; `name_de` is a name in another language. */
const COLUMNS: ReadonlyMap<string, Column> = new Map<string, Column>([
  ...(['entrance', 'colour', 'arrow', 'from'] as const).map((of) => [of, { of }] as const),
  ['color', { of: 'colour' }],
  ...TICKET_TEXTS.map((text) => [text, { of: 'ticket', text }] as const),
  ...(['name', 'way'] as const).flatMap((of) => [
    [of, { of, language: null }] as const,
    ...LANGUAGES.map((language) => [`${of}_${language}`, { of, language }] as const),
  ]),
]);

/** Returns what stands in a column with this heading; null: nobody knows. */
export function columnOf(heading: string): Column | null {
  return COLUMNS.get(heading.trim().toLowerCase()) ?? null;
}
