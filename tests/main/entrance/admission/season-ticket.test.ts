import { describe, expect, test } from 'vitest';
import type { DoorScope } from '#main/entrance/admission/door-scope.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { admitted, checkedOut, FOYER } from '../../ledger/ticket-events.ts';
import {
  DOOR_SCOPE,
  NO_NETWORK,
  openDoor,
  published,
  refused,
  snapshotTicket,
  snapshotWith,
  type DoorOptions,
} from './support.ts';

const openFor = (performanceId: number): DoorScope => ({
  ...DOOR_SCOPE,
  filter: { ...DOOR_SCOPE.filter, performanceId },
});
const MATINEE = openFor(31);
const SOIREE = openFor(32);

/** The platform has a ticket of its own for each performance, with the barcode of the season ticket. */
const BOTH = [
  snapshotWith(snapshotTicket({ ticketId: 501, performanceId: 31 })),
  snapshotWith(snapshotTicket({ ticketId: 502, performanceId: 32 })),
];

function openOnce(more: DoorOptions) {
  const { scan, clock, platform, ...door } = openDoor({
    rules: { reentry: 'once', reentryWithin: null },
    ...more,
  });
  const go = async (scope: DoorScope, purpose: 'admit' | 'let-out') => {
    await clock.advance(5 * MINUTE);
    return scan('A1', scope, purpose);
  };
  return {
    ...{ ...door, clock, platform },
    comesIn: (scope: DoorScope) => go(scope, 'admit'),
    /** The platform calls the ticket used. */
    comesInAgain: (scope: DoorScope) => {
      platform.answerNext(refused(12));
      return go(scope, 'admit');
    },
    leaves: (scope: DoorScope) => go(scope, 'let-out'),
  };
}

/** In, out, in again, and no more. */
async function comeAndGo(
  { comesIn, comesInAgain, leaves }: ReturnType<typeof openOnce>,
  scope: DoorScope,
) {
  expect(await comesIn(scope)).toMatchObject({ kind: 'admit', basis: 'platform' });
  expect(await leaves(scope)).toMatchObject({ reason: { isStray: false, mayReturn: true } });
  expect(await comesInAgain(scope)).toMatchObject({ reason: { type: 'came-back' } });
  expect(await leaves(scope)).toMatchObject({ reason: { isStray: false, mayReturn: false } });
  expect(await comesInAgain(scope)).toMatchObject({ kind: 'duplicate' });
}

describe.each([
  ['a copy that has a ticket for each', { snapshot: () => BOTH }],
  ['no copy', {}],
])('a season ticket, with %s', (_, options) => {
  test('lets its holder out and in again once at each performance', async () => {
    const door = openOnce(options);
    await comeAndGo(door, MATINEE);
    await door.clock.advance(3 * HOUR);
    await comeAndGo(door, SOIREE);
  });

  test('whose holder has stayed inside after the matinée is new in the evening, with the platform', async () => {
    const door = openOnce(options);
    await door.comesIn(MATINEE);
    await door.clock.advance(3 * HOUR);
    await comeAndGo(door, SOIREE);
  });

  test('is new in the evening also by what other doors have told of the matinée', async () => {
    const unlisted = { ...FOYER, ticketId: null };
    const ports = published([
      admitted('a', [], unlisted),
      checkedOut('b', 'a', ['a'], unlisted),
      admitted('c', ['b'], unlisted),
    ]);
    await comeAndGo(openOnce({ ...options, ports }), SOIREE);
  });

  test('whose holder leaves by a way out that is open for another performance comes in again at its own', async () => {
    const { comesIn, comesInAgain, leaves } = openOnce(options);
    await comesIn(MATINEE);
    expect(await leaves(SOIREE)).toMatchObject({ reason: { isStray: false, mayReturn: true } });
    expect(await comesInAgain(MATINEE)).toMatchObject({ reason: { type: 'came-back' } });
  });

  test('that is read twice at such a way out is still new at the performance that it was open for', async () => {
    const { comesIn, leaves, entries } = openOnce(options);
    await comesIn(MATINEE);
    await leaves(SOIREE);
    expect(await leaves(SOIREE)).toMatchObject({ reason: { isStray: true } });
    const [came, left, again] = entries();
    expect([left?.lineage.of, again?.lineage.of]).toEqual([came?.id, null]);
    expect(await comesIn(SOIREE)).toMatchObject({ kind: 'admit', reason: { type: 'admitted' } });
  });

  test('with which its holder came in at another door lets them out where the door is open for another performance', async () => {
    const ports = published([admitted('a', [], { ...FOYER, by: 'platform' })]);
    const { leaves, entries } = openOnce({ ...options, ports });
    expect(await leaves(SOIREE)).toMatchObject({ reason: { isStray: false } });
    expect(entries()).toMatchObject([{ lineage: { of: 'a' } }]);
  });
});

test('without copy and platform nobody can say of a ticket for the matinée whether it is one for the evening', async () => {
  const { comesIn, platform } = openOnce({});
  await comesIn(MATINEE);
  platform.inTheWay = NO_NETWORK;
  expect(await comesIn(MATINEE)).toMatchObject({ kind: 'duplicate' });
  expect(await comesIn(SOIREE)).toMatchObject({ kind: 'undecided' });
});

test('where the copy has only tickets for the evening, a way out lets out who came in to the matinée', async () => {
  const { comesIn, leaves, entries } = openOnce({
    snapshot: (_, { filter }) => (filter.performanceId === 32 ? BOTH.slice(1) : [{ type: 'none' }]),
  });
  await comesIn(MATINEE);
  expect(await leaves(SOIREE)).toMatchObject({ reason: { isStray: false } });
  const [came, left] = entries();
  expect(left).toMatchObject({ lineage: { of: came?.id } });
});
