import { LARGEST_LOGO } from '#shared/model/settings.ts';

/**
 * The limits of a payload. The largest legitimate one is a logo; the limit is higher so that a logo
 * that is too large still reaches its handler, which refuses it with an explanation.
 */
const MOST_CHARACTERS = 2 * LARGEST_LOGO + 64 * 1024;
const MOST_VALUES = 20_000;
const MOST_LEVELS = 8;

/**
 * Whether a payload is plain data that JSON could express, and within the limits, so that the
 * schemas never have to handle anything else a page may have constructed. Calls of the kiosk's own
 * page are far below the limits.
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
