/** Prepares a turn, which is not measured, and returns the work that is. */
export type Way = (turn: number) => () => void;

/**
 * How long each of the ways takes, in milliseconds, sorted. They take turns, so that what else the
 * machine does hits all, and begin with another one each time, because the first finds the processor
 * asleep.
 *
 * @param before comes before each turn
 */
export async function inTurns(
  turns: number,
  ways: readonly Way[],
  before: () => Promise<void>,
): Promise<number[][]> {
  const times = ways.map(() => new Float64Array(turns));
  for (let turn = 0; turn < turns; turn += 1) {
    await before();
    for (let place = 0; place < ways.length; place += 1) {
      const which = (turn + place) % ways.length;
      const work = ways[which]?.(turn);
      const start = performance.now();
      work?.();
      times[which]?.fill(performance.now() - start, turn, turn + 1);
    }
  }
  return times.map((each) => [...each.sort()]);
}
