import { language } from '#renderer/i18n/locale.svelte.ts';
import { m } from '#renderer/i18n/messages.ts';
import type { Entrance, EntranceSign, Way } from '#shared/model/entrance.ts';

/** What an entrance is called in the language of the screen, where somebody has said that. */
export function entranceName({ name, nameIn }: Pick<Entrance, 'name' | 'nameIn'>): string {
  return nameIn[language()] ?? name;
}

/** The way there, in the house's own words or by the arrow; empty where neither is known. */
export function wayWords({ way }: Pick<EntranceSign, 'way'>): string {
  const { arrow, words, wordsIn } = way;
  return wordsIn[language()] ?? words ?? (arrow === null ? '' : arrowWords(arrow));
}

/** Where an arrow points. */
export function arrowWords(arrow: NonNullable<Way['arrow']>): string {
  return m[`entrances_arrow_${arrow}` as const]();
}
