import type { Answer } from '#main/base/ports.ts';
import { DAY, HOUR } from '#shared/time.ts';

/** The form of `Date` that servers must send (RFC 9110, 5.6.7). Two joined headers do not match. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC)$/;
/** Caches keep nothing for longer than a year; a larger `Age` is a broken counter. In seconds. */
const LONGEST_AGE = 365 * 24 * 60 * 60;
/** Times outside this range belong to no working clock, or to a token that never expires. */
const EARLIEST = Date.UTC(2000);
const LATEST = Date.UTC(2100);
/** The life that each call gives a token (spec 8). */
const TOKEN_LIFE = HOUR;

/** Returns the `Date` of an answer in ms since the epoch; null if it is missing, doubled or unreadable. */
export function dateOf({ headers }: Pick<Answer, 'headers'>): number | null {
  const text = headers.get('date')?.trim() ?? '';
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : date;
}

/**
 * Returns how long an answer was in caches on its way (`Age`), in milliseconds. Zero if no cache says so,
 * or if the header is doubled or unreadable.
 */
export function ageOf(response: Pick<Answer, 'headers'>): number {
  return readAge(response) ?? 0;
}

/** The parts of an answer that tell the platform's time. */
export interface TimedAnswer {
  readonly response: Pick<Answer, 'headers'>;
  /** The token's new expiry; null if the answer did not renew a token. */
  readonly accessTokenExpiration: number | null;
  /** Whether a cache may have stored the answer (RFC 9111, 3). */
  readonly isStorable: boolean;
}

/** The platform's time as an answer tells it, in ms since the epoch. */
export interface ToldTime {
  /** The most likely time when the answer came, up to a second late. */
  readonly serverDate: number;
  /** A time that has passed even if `Age` is wrong: `Date` alone. Null if the answer is not dated. */
  readonly atLeast: number | null;
}

/**
 * Returns the platform's time when an answer came: `Date` plus `Age`. Without a usable `Date` it is the
 * start of the token's new life. Null if the answer tells neither, and for an answer out of a cache that
 * does not say for how long it was there.
 */
export function platformTimeOf(answer: TimedAnswer): ToldTime | null {
  const { response, accessTokenExpiration, isStorable } = answer;
  const told = readAge(response);
  if (told === null && isStorable) return null;
  // No cache keeps an answer that must not be stored: a long age of one is wrong.
  const age = told === null || (told > DAY && !isStorable) ? 0 : told;
  const date = dateOf(response);
  if (date !== null && isCredible(date + age)) return { serverDate: date + age, atLeast: date };
  if (accessTokenExpiration === null) return null;
  const renewedAt = accessTokenExpiration - TOKEN_LIFE + age;
  return isCredible(renewedAt) ? { serverDate: renewedAt, atLeast: null } : null;
}

function isCredible(time: number): boolean {
  return time >= EARLIEST && time < LATEST;
}

/** Null if the header is doubled, negative or unreadable; 0 if it is missing. */
function readAge({ headers }: Pick<Answer, 'headers'>): number | null {
  const text = headers.get('age')?.trim() ?? '0';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  return seconds > LONGEST_AGE ? null : seconds * 1000;
}
