import { MINUTE } from '#shared/time.ts';

/** When a client lets its tickets be scanned: minutes before and after a performance's start. */
export interface ScanWindow {
  readonly start: number;
  readonly minutesBefore: number;
  readonly minutesAfter: number;
}

/** The first and the last moment at which it can be scanned (spec 4.2, rule 2). */
export function windowOf({ start, minutesBefore, minutesAfter }: ScanWindow) {
  return { opensAt: start - minutesBefore * MINUTE, closesAt: start + minutesAfter * MINUTE };
}

/** Whether the performance can be scanned now. */
export function isOpen(window: ScanWindow, now: number): boolean {
  const { opensAt, closesAt } = windowOf(window);
  return now >= opensAt && now <= closesAt;
}
