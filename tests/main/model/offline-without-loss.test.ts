import fc from 'fast-check';
import { expect, test } from 'vitest';
import { howMuch, seedOf } from '#tests/support/how-much.ts';
import { WORKERS } from '#tests/support/workers.ts';
import { evening as evenings } from './actions.ts';
import { Evening } from './evening.ts';
import { findings } from './rules.ts';
import { openTown } from './town.ts';

/** How many evenings; a night of them is worth it after a change of what happens at the door. */
const RUNS = Number(process.env['USHER_MODEL_RUNS'] ?? howMuch(20, 60));
/** What a failure printed, to see it again. */
const SEED = process.env['USHER_MODEL_SEED'] ?? String(seedOf('evenings at the door'));
const PATH = process.env['USHER_MODEL_PATH'];
/** From so many evenings on, each of these has to have happened in one of them. */
const ENOUGH = 20;
/** How often as many evenings are added, where chance has left one of these out. */
const ROUNDS = 4;
/** The most that an evening may take, in milliseconds. */
const PER_RUN = 60_000;

test(
  'whatever happens in an evening, no scan is lost and nobody is turned away wrongly',
  async () => {
    const town = await openTown();
    const met = { opened: 0, overruled: 0, sentOn: 0 };
    const property = fc.asyncProperty(evenings, async ({ actions, isForgotten }) => {
      const evening = await Evening.begin(town, WORKERS);
      try {
        for (const action of actions) await evening.act(action);
        if (isForgotten) await evening.forget();
        const account = await evening.end();
        met.opened += account.gate.opened.length;
        met.overruled += account.ledger.filter(({ basis }) => basis === 'staff').length;
        met.sentOn += account.ledger.filter(({ kind }) => kind === 'elsewhere').length;
        const found = findings(town, account);
        if (found.length > 0) throw new Error(found.join('\n'));
      } finally {
        await evening.cleanUp();
      }
    });
    const isHeldToThat = PATH === undefined && RUNS >= ENOUGH;
    const lacking = () => Object.entries(met).filter(([, times]) => times === 0);
    for (let round = 0; round === 0 || (isHeldToThat && round < ROUNDS); round += 1) {
      await fc.assert(property, {
        numRuns: RUNS,
        seed: Number(SEED) + round,
        // To look for a shorter one would take half an hour.
        endOnFailure: true,
        ...(PATH !== undefined && { path: PATH }),
      });
      if (lacking().length === 0) break;
    }
    if (isHeldToThat) expect(lacking()).toEqual([]);
  },
  ROUNDS * RUNS * PER_RUN,
);
