import { randomInt } from 'node:crypto';

/**
 * How much of something a test does: a little whenever everything is tested, all of it where
 * `npm run test:long` asks for that.
 */
export function howMuch(little: number, all: number): number {
  return asksAll() ? all : little;
}

/** Whether `npm run test:long` asks for all of it. */
export function asksAll(env: NodeJS.ProcessEnv = process.env): boolean {
  return env['USHER_TESTS'] === 'all';
}

/** What chance is made from in a test: another one each time, said so that it can be had again. */
export function seedOf(test: string): number {
  const said = process.env['USHER_SEED'];
  const seed = said === undefined ? randomInt(1_000_000) : Number(said);
  process.stdout.write(`${test}: USHER_SEED=${seed}\n`);
  return seed;
}
