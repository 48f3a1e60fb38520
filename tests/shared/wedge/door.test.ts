import { describe, expect, test } from 'vitest';
import { howMuch } from '#tests/support/how-much.ts';
import { randomFrom } from '#box-office/demo/random.ts';
import { MACHINES, PEOPLE, scanFour, type Outcome } from './simulated-door.ts';

const SEED = Number(process.env['USHER_SEED'] ?? 41);

/** `USHER_FIGURES=1` prints what was counted. */
const PRINTS = process.env['USHER_FIGURES'] !== undefined;

/**
 * How many of a hundred scans may be read wrong or asked for again where the times of keys are late in every single scan,
 * which is far more often than at any door: mostly codes whose first letter went into the field in which somebody types.
 */
const AT_MOST: Readonly<Record<(typeof PEOPLE)[number], number>> = {
  nobody: 1,
  'taps a key': 2,
  'types a PIN': 1,
  'presses shortcuts': 1,
  'has left the focus in a field': 15,
  'types into a field': 30,
  'presses buttons': 4,
};

describe.each(Object.keys(MACHINES) as (keyof typeof MACHINES)[])('machine: %s', (machine) => {
  test.each(PEOPLE)('makes no two codes one and loses none while somebody: %s', (person) => {
    const random = randomFrom(SEED);
    const none = { wrong: 0, merged: 0, again: 0, lost: 0, pressed: 0, missed: 0 };
    const outcome: Outcome = { ...none, scans: 0 };
    for (let i = howMuch(40, 1_000); i > 0; i -= 1) scanFour(machine, person, random, outcome);
    if (PRINTS) process.stdout.write(`${machine}, ${person}: ${JSON.stringify(outcome)}\n`);
    const { scans, ...faults } = outcome;
    if (machine === 'exact') expect(faults).toEqual(none);
    expect(faults).toMatchObject({ merged: 0, lost: 0 });
    expect(faults.wrong + faults.again).toBeLessThanOrEqual((scans * AT_MOST[person]) / 100);
  });
});
