import { expect, test } from 'vitest';
import type { PassageElsewhere } from '#main/venue/house-reader.ts';
import { EVENING } from '../../ledger/support.ts';
import { ADMITTED, openDoor, refused, snapshotTicket, snapshotWith } from './support.ts';

const ALWAYS = { reentry: 'always', reentryWithin: null } as const;
const AT_ANOTHER_DOOR: PassageElsewhere = {
  ...{
    id: 'a',
    way: 'in',
    follows: null,
    at: EVENING,
    isTakenBack: false,
    overrules: null,
    isOurs: false,
  },
  ...{ door: 'Foyer', ticketId: 501, performanceId: 31, isUnsettled: true, isLongAgo: false },
};

/** A door with a copy of the tickets, which other doors can tell something at any moment. */
function openHouse() {
  const told: PassageElsewhere[] = [];
  const door = openDoor({
    rules: ALWAYS,
    snapshot: () => snapshotWith(snapshotTicket()),
    ports: { lookUpElsewhere: () => ({ passages: [...told], lateRights: [] }) },
  });
  return { ...door, told };
}

test('a ticket that another door lets in while the platform keeps this one waiting is used', async () => {
  const { scan, platform, told, clock } = openHouse();
  platform.answerNext(ADMITTED, 20_000);
  clock.after(500, () => told.push(AT_ANOTHER_DOOR));
  expect(await scan()).toMatchObject({
    ...{ kind: 'duplicate', basis: 'venue' },
    reason: { usedAtDoor: { door: 'Foyer' } },
  });
});

test('a guest who came in again at another door in that second does not come in here, too', async () => {
  const { scan, platform, told, clock } = openHouse();
  const out = { ...AT_ANOTHER_DOOR, id: 'x', way: 'out', follows: 'a' } as const;
  told.push({ ...AT_ANOTHER_DOOR, isUnsettled: false }, out);
  platform.answerNext(refused(12), 600);
  clock.after(500, () => told.push({ ...AT_ANOTHER_DOOR, id: 'b', follows: 'x' }));
  expect(await scan()).toMatchObject({ kind: 'duplicate', basis: 'platform' });
});

test('what the platform lets in meanwhile was let in twice, and each door has to see it', async () => {
  const { scan, platform, told, clock, entries } = openHouse();
  platform.answerNext(ADMITTED, 600);
  clock.after(500, () => told.push(AT_ANOTHER_DOOR));
  expect(await scan()).toMatchObject({ kind: 'admit', basis: 'platform' });
  // It did not come after the other one, as far as anybody knew: so both doors list it.
  expect(entries()).toMatchObject([{ follows: null }]);
});
