import { legibleUpTo } from '../legible.ts';

/*
 * Returns what a value means in any form; undefined if that is not certain. Ambiguous forms are not
 * accepted: a time without its zone, a 1 for true, more digits than a number can hold.
 */

/** The greatest distance from the epoch of a JavaScript date. */
export const FURTHEST = 8_640_000_000_000_000;

const WHOLE = /^-?\d{1,16}$/;
const DECIMAL = /^-?\d{1,16}(\.\d{1,16})?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** Text, or a number in its place, made legible and cut to `longest` characters. */
export function readText(longest: number) {
  return (value: unknown): string | undefined => {
    if (typeof value === 'string') return legibleUpTo(longest, value);
    return typeof value === 'number' ? String(value) : undefined;
  };
}

/** A whole number, even if it is written as text. */
export function readInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && WHOLE.test(value.trim()) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
}

/** A number, even if it is written as text. */
export function readDouble(value: unknown): number | undefined {
  const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value;
  return Number.isFinite(number) ? Number(number) : undefined;
}

/** Milliseconds since the epoch, or an instant as ISO 8601 writes it, with its zone. */
export function readDate(value: unknown): number | undefined {
  const isInstant = typeof value === 'string' && INSTANT.test(value.trim());
  if (isInstant && !isDay(value.trim().slice(0, 10))) return undefined;
  const ms = readInteger(isInstant ? Date.parse(value.trim()) : value);
  return ms !== undefined && Math.abs(ms) <= FURTHEST ? ms : undefined;
}

/** Whether a day exists. `Date.parse` takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(midnight) && new Date(midnight).toISOString().startsWith(day);
}

/** A boolean, even if it is written as text. */
export function readFlag(value: unknown): boolean | undefined {
  const said = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (said === true || said === 'true') return true;
  return said === false || said === 'false' ? false : undefined;
}

/** A code of one letter, in any case; any other text is an unknown code. */
export function readCode(longest: number) {
  const read = readText(longest);
  return (value: unknown): string | undefined => {
    const code = read(value)?.trim();
    if (code === undefined || code === '') return undefined;
    return code.length === 1 ? code.toUpperCase() : code;
  };
}
