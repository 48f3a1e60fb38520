import { setTimeout as wait } from 'node:timers/promises';

/** Makes a scanner send the code of this turn; returns how long it took to be heard, in milliseconds. */
export type Delay = (turn: number) => Promise<number>;

/** The first ones find caches cold, and code that is not compiled yet. */
const WARM_UP = 20;

/** Between two codes: the processor is at rest when a scanner sends. In milliseconds. */
const REST = 10;

/**
 * How long each of these takes, sorted. They take turns, so that what else the machine does hits all,
 * and begin with another one each time.
 */
export async function delaysInTurns(
  turns: number,
  delays: readonly Delay[],
): Promise<readonly number[][]> {
  const times = delays.map((): number[] => []);
  for (let turn = 0; turn < WARM_UP + turns; turn += 1) {
    for (let place = 0; place < delays.length; place += 1) {
      const which = (turn + place) % delays.length;
      await wait(REST);
      const took = await delays[which]?.(turn);
      if (turn >= WARM_UP && took !== undefined) times[which]?.push(took);
    }
  }
  return times.map((each) => each.sort((a, b) => a - b));
}

/** The code that is scanned in this turn, of 20 characters. */
export function codeOf(turn: number): string {
  return String(turn).padStart(20, '0');
}
