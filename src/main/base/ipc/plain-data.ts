import { LARGEST_LOGO } from '#shared/model/settings.ts';

/** What a call may bring at most: the largest is a logo, with some room to be refused in words. */
const MOST_CHARACTERS = 2 * LARGEST_LOGO + 64 * 1024;
const MOST_VALUES = 20_000;
const MOST_LEVELS = 8;

/**
 * Whether it is what JSON could have brought, and not too much of it: so that nothing else has to be
 * looked at, however a page has made it. A call of the kiosk's own page is far below the limits.
 */
export function isPlainData(payload: unknown): boolean {
  let characters = 0;
  let values = 0;
  const fits = (value: unknown, level: number): boolean => {
    values += 1;
    if (values > MOST_VALUES) return false;
    if (typeof value === 'string') return (characters += value.length) <= MOST_CHARACTERS;
    if (typeof value === 'number') return Number.isFinite(value);
    if (value === null || value === undefined || typeof value === 'boolean') return true;
    if (typeof value !== 'object' || level >= MOST_LEVELS || !isPlain(value)) return false;
    if (Array.isArray(value) && value.length > MOST_VALUES) return false;
    return Object.entries(value).every(
      ([name, member]) => (characters += name.length) <= MOST_CHARACTERS && fits(member, level + 1),
    );
  };
  return fits(payload, 0);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || prototype === Array.prototype;
}
