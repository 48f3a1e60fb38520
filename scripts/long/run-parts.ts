import type { Part } from './parts.ts';
import type { Progress } from './report.ts';

/** What running the parts needs of the world. */
export interface World {
  /** What the parts are run on. */
  readonly revision: string;
  readonly seed: number;
  now(): Date;
  /** Runs a part; whether it passed. */
  run(part: Part): boolean;
  say(what: string): void;
  /** Keeps what has become of the parts so far. */
  keep(progress: Progress): void;
}

/**
 * Runs those parts that have not passed on this revision yet, and keeps each outcome at once, so that what
 * is broken off goes on another time. Returns what has become of all, with those of `before`.
 */
export function runParts(parts: readonly Part[], before: Progress, world: World): Progress {
  let progress = before;
  for (const part of parts) {
    const earlier = before[part.id];
    const isDone = earlier?.passed === true && earlier.revision === world.revision;
    if (isDone && part.always !== true) {
      world.say(`${part.what}: passed already, ${earlier.date}, with seed ${earlier.seed}`);
      continue;
    }
    world.say(part.what);
    const begun = world.now();
    const passed = world.run(part);
    const ended = world.now();
    progress = {
      ...progress,
      [part.id]: {
        ...{ revision: world.revision, what: part.what, seed: world.seed, passed },
        date: ended.toISOString().slice(0, 10),
        seconds: (ended.getTime() - begun.getTime()) / 1000,
      },
    };
    world.keep(progress);
  }
  return progress;
}
