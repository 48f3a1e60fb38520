/** The hour of the day, 0 to 23, in a time zone. */
export function hourIn(timeZone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return Number(format.format(at));
}
