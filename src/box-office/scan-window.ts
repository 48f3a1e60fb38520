/** When a client lets its tickets be scanned: minutes before and after a performance's start. */
export interface ScanWindow {
  readonly start: number;
  readonly minutesBefore: number;
  readonly minutesAfter: number;
}

const MINUTE = 60_000;

/** Whether the performance can be scanned now; both ends belong to the window (spec 4.2, rule 2). */
export function isOpen(window: ScanWindow, now: number): boolean {
  return (
    now >= window.start - window.minutesBefore * MINUTE &&
    now <= window.start + window.minutesAfter * MINUTE
  );
}
