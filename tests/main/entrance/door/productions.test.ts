import { productionBy } from '#main/entrance/door/productions.ts';
import { expect, test } from 'vitest';

const OFFERED = new Map([[300, 20]]);
const PROGRAMME = new Map([[410, 21]]);

test.each([
  ['it is offered now', 300, 20],
  ['it is not, but the programme has it', 410, 21],
  ['nobody says, whatever else is called the same', 999, null],
])('the production that a performance belongs to: %s', (_how, performanceId, expected) => {
  const productionOf = productionBy({
    offered: { productionOf: (_platform, id) => OFFERED.get(id) ?? null },
    programme: { productionOf: (_clientId, id) => PROGRAMME.get(id) ?? null },
  });
  expect(productionOf('https://tickets.example', 1, performanceId)).toBe(expected);
});
