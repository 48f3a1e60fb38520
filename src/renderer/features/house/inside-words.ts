import type { Format } from '#renderer/lib/format.ts';
import { m } from '#renderer/i18n/messages.ts';
import { NEARLY_FULL, type InsideView } from '#shared/model/venue.ts';

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
