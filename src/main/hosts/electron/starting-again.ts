/*
 * A kiosk that fails starts again by itself. How often it has done so in a row is handed from start
 * to start on the command line, where neither a full disk nor a clock that jumps can get at it; but for a
 * service of systemd's, which has start-record.ts.
 */

/**
 * This many starts in a row follow at once; after that there is a pause, with an explanation on the screen.
 */
export const MOST_AT_ONCE = 3;
/** How long that pause is, in milliseconds. */
export const PAUSE = 60_000;
/** After running for this long the count begins again, in milliseconds. */
export const WELL_AFTER = 10 * 60_000;

const SWITCH = '--started-again=';

/** How often the kiosk has started again in a row, by its arguments. */
export function startsInARow(args: readonly string[]): number {
  const given = args.findLast((arg) => arg.startsWith(SWITCH))?.slice(SWITCH.length) ?? '';
  return /^\d{1,4}$/.test(given) ? Number(given) : 0;
}

/** The arguments of the next start: the same as now, and the count. */
export function argumentsFor(starts: number, args: readonly string[]): string[] {
  return [...args.filter((arg) => !arg.startsWith(SWITCH)), `${SWITCH}${starts}`];
}

/** The count that the next start gets, after one that failed when it had run for `ranFor` milliseconds. */
export function nextCount(starts: number, ranFor: number): number {
  return ranFor >= WELL_AFTER ? 1 : starts + 1;
}

/** Whether a start has to pause, because those before it have all failed. */
export function mustPause(starts: number): boolean {
  return starts > MOST_AT_ONCE;
}
