import type { Format } from '#renderer/lib/format.ts';
import { m } from '#renderer/i18n/messages.ts';
import { NEARLY_FULL, type InsideView } from '#shared/model/venue.ts';

/** Whether it is of interest how many are inside: somebody has left, the number was put right, or the house fills. */
export function isInsideShown(format: Format, inside: InsideView): boolean {
  return inside.hasWaysOut || inside.byHand !== 0 || fullness(format, inside) !== null;
}

/** That the house is full, or nearly; null: it is not, or nobody has said how many it holds. */
export function fullness(
  format: Format,
  { count, capacity }: InsideView,
): { readonly isFull: boolean; readonly text: string } | null {
  if (capacity === null || count < NEARLY_FULL * capacity) return null;
  const figures = { count: format.count(count), capacity: format.count(capacity) };
  const isFull = count >= capacity;
  return { isFull, text: isFull ? m.house_full(figures) : m.house_nearlyFull(figures) };
}
