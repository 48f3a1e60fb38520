import { LANGUAGES, type Language } from './model/settings.ts';

/** Returns the first of these language tags that the kiosk speaks; null if it speaks none. */
export function firstSpoken(tags: readonly string[]): Language | null {
  // By hand: a machine may name what is no language, such as the `c` of a bare Linux, and Intl would throw.
  const spoken = tags.map((tag) => LANGUAGES.find((one) => one === tag.split('-')[0]));
  return spoken.find((one) => one !== undefined) ?? null;
}
