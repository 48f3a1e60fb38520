import { expect, test } from 'vitest';
import type { HeardEvent } from '#main/ledger/standing.ts';
import { admitted, asked, checkedOut, FOYER, heardAt } from '../../ledger/ticket-events.ts';
import {
  ADMITTED,
  NO_NETWORK,
  openDoor,
  published,
  refused,
  snapshotTicket,
  snapshotWith,
} from './support.ts';

const ALWAYS = { reentry: 'always', reentryWithin: null } as const;
const AT_ANOTHER_DOOR = admitted('a', [], FOYER);

/** A door with a copy of the tickets, which other doors can tell something at any moment. */
function openHouse() {
  const told: HeardEvent[] = [];
  const door = openDoor({
    rules: ALWAYS,
    snapshot: () => snapshotWith(snapshotTicket()),
    ports: published(told),
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

test('a ticket is undecided whose use the platform may have from a door that is asking', async () => {
  const { scan, platform, told, clock, attempt } = openHouse();
  const { clientId } = attempt().filter;
  platform.answerNext(refused(12), 600);
  const question = asked('s/asked/0', [], { ...FOYER, scan: 's', clientId });
  clock.after(500, () => told.push(heardAt(question, clock.now())));
  expect(await scan()).toMatchObject({ kind: 'undecided', reason: { type: 'word-awaited' } });
});

test('a guest who came in again at another door in that second does not come in here, too', async () => {
  const { scan, platform, told, clock } = openHouse();
  told.push(admitted('a', [], { ...FOYER, by: 'platform' }), checkedOut('x', 'a', ['a'], FOYER));
  platform.answerNext(refused(12), 600);
  clock.after(500, () => told.push(admitted('b', ['x'], FOYER)));
  expect(await scan()).toMatchObject({ kind: 'duplicate', basis: 'platform' });
});

test('what the platform lets in meanwhile was let in twice, and each door has to see it', async () => {
  const { scan, platform, told, clock, entries } = openHouse();
  platform.answerNext(ADMITTED, 600);
  clock.after(500, () => told.push(AT_ANOTHER_DOOR));
  expect(await scan()).toMatchObject({ kind: 'admit', basis: 'platform' });
  // It did not come after the other one, as far as anybody knew: so both doors list it.
  expect(entries()).toMatchObject([{ lineage: { knew: [] } }]);
});

test('what other doors publish proves nothing where there is more than a door reads', async () => {
  const { scan, platform } = openDoor({
    snapshot: () => snapshotWith(snapshotTicket()),
    ports: { lookUpPeerEvents: () => ({ ticketHash: 'h', events: [], isCut: true }) },
  });
  platform.inTheWay = NO_NETWORK;
  expect(await scan()).toMatchObject({
    ...{ kind: 'undecided', reason: { type: 'unclear', because: 'too-many' } },
  });
});
