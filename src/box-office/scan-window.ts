import { MINUTE } from '#shared/time.ts';

/** When a client lets its tickets be scanned: minutes before and after a performance's start. */
export interface ScanWindow {
  readonly start: number;
  readonly minutesBefore: number;
  readonly minutesAfter: number;
  /** When the doors of an all-day event open and close; null for any other performance. */
  readonly doorsOpen: number | null;
  readonly doorsClose: number | null;
}

/**
 * The first and the last moment at which it can be scanned (spec 4.2, rule 2). An all-day event has no start:
 * it can be scanned until its doors close.
 */
export function windowOf({ start, minutesBefore, minutesAfter, ...doors }: ScanWindow) {
  const { doorsOpen, doorsClose } = doors;
  return {
    opensAt: (doorsOpen ?? start) - minutesBefore * MINUTE,
    closesAt: doorsClose ?? start + minutesAfter * MINUTE,
  };
}

/** Whether the performance can be scanned now. */
export function isOpen(window: ScanWindow, now: number): boolean {
  const { opensAt, closesAt } = windowOf(window);
  return now >= opensAt && now <= closesAt;
}
