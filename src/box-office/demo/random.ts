/** A seeded source of demo data: the same seed gives the same sequence. Not for secrets. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True once in so many times. */
  oneIn(times: number): boolean;
  /** One of the choices; there has to be one. */
  pick<T>(choices: readonly T[]): T;
}

/** Returns numbers from 0 up to 1; the same seed gives the same ones (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function createRandom(seed: number): Random {
  const next = randomFrom(seed);
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    oneIn: (times) => next() < 1 / times,
    pick: (choices) => {
      const choice = choices[between(0, choices.length - 1)];
      if (choice === undefined) throw new Error('there is nothing to pick from');
      return choice;
    },
  };
}
