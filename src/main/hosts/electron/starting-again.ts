/*
 * A kiosk that fails starts again by itself. The number of failed starts in a row is passed from start to
 * start on the command line, which works on a full disk and with a clock that jumps. The exception is a
 * systemd service, which uses start-record.ts.
 */

/**
 * How often the kiosk starts again immediately: after the third failed start in a row there is a pause, with a
 * message, before the next.
 */
export const MOST_AT_ONCE = 2;
/** How long that pause is, in milliseconds. */
export const PAUSE = 60_000;
/**
 * A kiosk that has run for longer than this has not failed to start, and the count begins anew. In
 * milliseconds.
 */
export const WELL_AFTER = 10 * 60_000;

const SWITCH = '--started-again=';

/** Returns how many starts in a row have failed, from the arguments of this process. */
export function startsInARow(args: readonly string[]): number {
  const given = args.findLast((arg) => arg.startsWith(SWITCH))?.slice(SWITCH.length) ?? '';
  return /^\d{1,4}$/.test(given) ? Number(given) : 0;
}

/** The arguments of the next start: the same as now, and the count. */
export function argumentsFor(starts: number, args: readonly string[]): string[] {
  return [...args.filter((arg) => !arg.startsWith(SWITCH)), `${SWITCH}${starts}`];
}

/**
 * Returns the count for the next start, after a kiosk that failed when it had run for `ranFor`
 * milliseconds.
 */
export function nextCount(starts: number, ranFor: number): number {
  return ranFor >= WELL_AFTER ? 1 : starts + 1;
}

/** Whether a start has to pause because all those before it have failed. */
export function mustPause(starts: number): boolean {
  return starts > MOST_AT_ONCE;
}
