import { language } from '#renderer/i18n/locale.svelte.ts';
import { m } from '#renderer/i18n/messages.ts';
import type { Entrance, EntranceSign, Way } from '#shared/model/entrance.ts';

/** What an entrance is called in a language, where somebody has said that; without one in that of the screen. */
export function entranceName(
  { name, nameIn }: Pick<Entrance, 'name' | 'nameIn'>,
  locale = language(),
): string {
  return nameIn[locale] ?? name;
}

/** The way there, in the house's own words or by the arrow; empty where neither is known. */
export function wayWords({ way }: Pick<EntranceSign, 'way'>, locale = language()): string {
  const { arrow, words, wordsIn } = way;
  return wordsIn[locale] ?? words ?? (arrow === null ? '' : arrowWords(arrow, locale));
}

/** Where an arrow points. */
export function arrowWords(arrow: NonNullable<Way['arrow']>, locale = language()): string {
  return m[`entrances_arrow_${arrow}` as const]({}, { locale });
}
