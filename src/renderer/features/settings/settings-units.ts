import { intlLocale } from '#renderer/i18n/locale.svelte.ts';
import type { TimeUnit } from '#shared/model/setting-form.ts';

/** How many milliseconds the units have in which people read times. */
export const UNITS: Readonly<Record<TimeUnit, number>> = { second: 1_000, minute: 60_000 };

/** "2.5 seconds", of so many milliseconds. */
export function timeText(milliseconds: number, unit: TimeUnit): string {
  return new Intl.NumberFormat(intlLocale(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 2,
  }).format(milliseconds / UNITS[unit]);
}

/** "2.5", as it stands in a field. */
export function numberText(value: number): string {
  return new Intl.NumberFormat(intlLocale(), {
    maximumFractionDigits: 2,
    useGrouping: false,
  }).format(value);
}

/** "80%", of a share from 0 to 1. */
export function percentText(share: number): string {
  return new Intl.NumberFormat(intlLocale(), { style: 'percent' }).format(share);
}

/**
 * Reads a number as people type it: with a point or a comma, with western or Arabic digits. Null: it
 * is none.
 */
export function readNumber(typed: string): number | null {
  const western = typed
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[,٫]/, '.');
  return /^\d+(\.\d+)?$/.test(western) ? Number(western) : null;
}
