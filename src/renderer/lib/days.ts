/** A month of a year; 1 is January. */
export interface MonthOfYear {
  readonly year: number;
  readonly month: number;
}

const DAYS_PER_WEEK = 7;

/** Midnight of a day `yyyy-MM-dd`, in UTC: for reckoning and for formats in UTC, no real instant. */
export function utcOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

function dateOf(utc: Date): string {
  return utc.toISOString().slice(0, 'yyyy-MM-dd'.length);
}

/** The day so many days later. */
export function addDays(date: string, days: number): string {
  const utc = utcOf(date);
  utc.setUTCDate(utc.getUTCDate() + days);
  return dateOf(utc);
}

export function monthOf(date: string): MonthOfYear {
  const utc = utcOf(date);
  return { year: utc.getUTCFullYear(), month: utc.getUTCMonth() + 1 };
}

/** The month so many months later. */
export function addMonths({ year, month }: MonthOfYear, months: number): MonthOfYear {
  return monthOf(dateOf(new Date(Date.UTC(year, month - 1 + months))));
}

export function isSameMonth(a: MonthOfYear, b: MonthOfYear): boolean {
  return a.year === b.year && a.month === b.month;
}

/** Whether a month lies before another. */
export function isEarlier(a: MonthOfYear, b: MonthOfYear): boolean {
  return a.year < b.year || (a.year === b.year && a.month < b.month);
}

/** A day of a month; the last one where the month is too short for it. */
export function dayOf({ year, month }: MonthOfYear, day: number): string {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return dateOf(new Date(Date.UTC(year, month - 1, Math.min(day, last))));
}

/** The first day of the week, a Sunday, as the platform's calendar has it (spec 4.1). */
export function weekStart(date: string): string {
  return addDays(date, -utcOf(date).getUTCDay());
}

/** The days of a month in whole weeks, Sunday to Saturday. */
export function weeksOf(month: MonthOfYear): string[][] {
  const weeks: string[][] = [];
  const end = dayOf(month, Infinity);
  for (let day = weekStart(dayOf(month, 1)); day <= end; day = addDays(day, DAYS_PER_WEEK)) {
    const sunday = day;
    weeks.push(Array.from({ length: DAYS_PER_WEEK }, (_, index) => addDays(sunday, index)));
  }
  return weeks;
}

/** Where a key leads in a calendar (the ARIA pattern of a grid of dates); null: nowhere. */
export function dayByKey(date: string, key: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -DAYS_PER_WEEK);
    case 'ArrowDown':
      return addDays(date, DAYS_PER_WEEK);
    case 'Home':
      return weekStart(date);
    case 'End':
      return addDays(weekStart(date), DAYS_PER_WEEK - 1);
    case 'PageUp':
      return dayOf(addMonths(monthOf(date), -1), utcOf(date).getUTCDate());
    case 'PageDown':
      return dayOf(addMonths(monthOf(date), 1), utcOf(date).getUTCDate());
    default:
      return null;
  }
}
