import fc from 'fast-check';
import { test } from 'vitest';
import { howMuch, seedOf } from '#tests/support/how-much.ts';
import { actions } from './support/evening-actions.ts';
import { ThreeDoors } from './support/three-doors.ts';

const RUNS = howMuch(40, 500);
/** The most that an evening may take, in milliseconds. */
const PER_RUN = 20_000;

test(
  'whatever three doors are cut off from, they end with the same set, and what two of them let in is listed',
  async () => {
    const property = fc.asyncProperty(
      fc.array(actions, { minLength: 20, maxLength: 60, size: 'max' }),
      async (evening) => {
        const house = new ThreeDoors();
        try {
          for (const action of evening) await house.act(action);
          const found = await house.end();
          if (found.length > 0) throw new Error(found.join('\n'));
        } finally {
          await house.close();
        }
      },
    );
    await fc.assert(property, { numRuns: RUNS, seed: seedOf('an evening at three doors') });
  },
  RUNS * PER_RUN,
);
