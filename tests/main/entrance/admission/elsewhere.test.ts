import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideHere } from '#main/entrance/admission/offline-decision.ts';
import { anotherEntrance } from '#main/entrance/entrances/another-entrance.ts';
import type { SnapshotWord } from '#main/entrance/admission/evidence.ts';
import { evidenceOf } from '#main/entrance/admission/gather-evidence.ts';
import { NO_EVENTS } from '#main/venue/venue.ts';
import { howMuch, seedOf } from '#tests/support/how-much.ts';
import { entrance } from '#tests/support/entrances.ts';
import { EVENING, valueOf } from '../../ledger/support.ts';
import {
  ADMITTED,
  DOOR_SCOPE,
  NO_NETWORK,
  openDoor,
  refused,
  snapshotTicket,
  snapshotWith,
  type DoorOptions,
} from './support.ts';

const STALLS = entrance('stalls', [{ section: 'Stalls*' }]);
const BALCONY = entrance('balcony', [{ section: 'Balcony*' }], {
  way: { arrow: 'up-left', words: 'Up the stairs', wordsIn: {} },
});

/** A door at the stalls' entrance of a house with a balcony. */
function stallsDoor(snapshot: SnapshotWord, options: Partial<DoorOptions> = {}) {
  const entrances = [STALLS, BALCONY];
  const ports = { anotherEntrance: anotherEntrance(() => ({ entrance: 'stalls', entrances })) };
  return openDoor({ snapshot: () => snapshot, ...options, ports: { ...ports, ...options.ports } });
}

const BALCONY_TICKET = snapshotTicket({ section: 'Balcony left', seat: 'Row 2, 7' });

test('a good ticket of the balcony is sent there: nothing is asked or spent, and it is on record', async () => {
  const { scan, platform, entries, told } = stallsDoor(snapshotWith(BALCONY_TICKET));
  expect(await scan('A1')).toMatchObject({
    ...{ kind: 'elsewhere', basis: 'cache', own: null },
    reason: {
      type: 'elsewhere',
      entrance: { id: 'balcony', way: { arrow: 'up-left', words: 'Up the stairs' } },
    },
    ticket: { section: 'Balcony left', seat: 'Row 2, 7', name: null, patron: null },
  });
  expect(platform.askedCodes).toEqual([]);
  expect(entries()).toMatchObject([{ kind: 'elsewhere', code: 'A1', upload: null, word: null }]);
  expect(entries()[0]?.ticketIds?.ticketId).toBe(BALCONY_TICKET.ticketId);
  expect(told.queued).toBe(0);
});

test.each([
  ['of this entrance', snapshotWith(snapshotTicket())],
  ['of a section that no entrance has', snapshotWith(snapshotTicket({ section: 'Gallery' }))],
  ['that the copy does not know', snapshotWith(null)],
  ['while there is no copy', { type: 'none' } as const],
])('a ticket %s is asked of the platform as ever', async (_what, snapshot) => {
  const { scan, platform } = stallsDoor(snapshot);
  platform.answerNext(ADMITTED);
  expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'platform' });
  expect(platform.askedCodes).toEqual(['A1']);
});

test.each([
  ['used', { alreadyScanned: true }, 12, 'duplicate'],
  ['void', { refundedOrVoided: true }, 13, 'reject'],
])(
  'a %s ticket of the balcony is refused here, not sent up the stairs',
  async (_what, state, code, kind) => {
    const { scan, platform } = stallsDoor(snapshotWith({ ...BALCONY_TICKET, ...state }));
    platform.answerNext(refused(code));
    expect(await scan('A1')).toMatchObject({ kind });
  },
);

test('a ticket for something that is not on now is not sent anywhere', async () => {
  const { scan, platform } = stallsDoor(snapshotWith(BALCONY_TICKET, 3, { isOn: false }));
  platform.inTheWay = NO_NETWORK;
  expect(await scan('A1')).toMatchObject({ kind: 'undecided', reason: { type: 'not-on' } });
});

test('the same ticket read again at once is shown the way once more, and nothing is recorded twice', async () => {
  const { scan, entries } = stallsDoor(snapshotWith(BALCONY_TICKET));
  await scan('A1');
  expect(await scan('A1')).toMatchObject({ kind: 'elsewhere', basis: 'repeat' });
  expect(entries()).toHaveLength(1);
});

test('who is held waits before anybody looks at the entrance', async () => {
  const order = { count: 1, kioskId: 'x', door: 'Foyer', isHeld: true, at: EVENING };
  const { scan } = stallsDoor(snapshotWith(BALCONY_TICKET), { ports: { hold: () => order } });
  expect(await scan('A1')).toMatchObject({ kind: 'held' });
});

test('a ticket that is only looked up, or leaves, is not sent anywhere', async () => {
  const { scan } = stallsDoor(snapshotWith(BALCONY_TICKET));
  expect(await scan('A1', DOOR_SCOPE, 'look-up')).toMatchObject({ kind: 'checked' });
  expect(await scan('B2', DOOR_SCOPE, 'let-out')).toMatchObject({ kind: 'exit' });
});

test('who left and may come in again comes in at any entrance', async () => {
  const rules = { reentry: 'always', reentryWithin: null } as const;
  const used = snapshotWith({ ...BALCONY_TICKET, alreadyScanned: true });
  const { scan, platform, clock, earlier } = stallsDoor(used, { rules });
  earlier({ ticketIds: { ticketId: BALCONY_TICKET.ticketId, performanceId: 31 } });
  await scan('A1', DOOR_SCOPE, 'let-out');
  await clock.advance(60_000);
  platform.inTheWay = NO_NETWORK;
  expect(await scan('A1')).toMatchObject({ kind: 'admit', reason: { type: 'came-back' } });
});

test('whose ticket the platform may have spent here is not sent where it would be refused', async () => {
  const { scan, platform, clock, entries } = stallsDoor(
    snapshotWith(BALCONY_TICKET, 3, { isOn: false }),
    {
      snapshot: () => word,
    },
  );
  let word = snapshotWith(BALCONY_TICKET, 3, { isOn: false });
  platform.next(() => Promise.resolve({ type: 'unreachable', reason: 'reset' }));
  expect(await scan('A1')).toMatchObject({ kind: 'undecided' });
  await clock.advance(60_000);
  word = snapshotWith(BALCONY_TICKET);
  platform.answerNext(refused(12));
  expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'late' });
  expect(entries().map(({ kind }) => kind)).toEqual(['undecided', 'admit']);
});

test('the usher lets the guest in here all the same: one press, and the platform is asked as ever', async () => {
  const { scan, platform, admission, clock, verdicts, entries } = stallsDoor(
    snapshotWith(BALCONY_TICKET),
  );
  const sent = await scan('A1');
  if (sent === undefined) throw new Error('there was no verdict');
  platform.answerNext(ADMITTED, 10);
  expect(admission.letInHere(sent, DOOR_SCOPE, clock.steady())).toBe(true);
  expect(admission.letInHere(sent, DOOR_SCOPE, clock.steady()), 'pressed twice').toBe(false);
  await clock.advance(10);
  expect(verdicts.map(({ kind, basis }) => [kind, basis])).toEqual([
    ['elsewhere', 'cache'],
    ['admit', 'platform'],
  ]);
  expect(entries().map(({ kind }) => kind)).toEqual(['elsewhere', 'admit']);
  // Read again at once, the ticket is the one that was just let in.
  expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'repeat' });
});

test('without the platform the copy lets the guest in here, and that goes up', async () => {
  const { scan, platform, admission, clock, verdicts, entries } = stallsDoor(
    snapshotWith(BALCONY_TICKET),
  );
  platform.inTheWay = NO_NETWORK;
  const sent = await scan('A1');
  if (sent === undefined) throw new Error('there was no verdict');
  admission.letInHere(sent, DOOR_SCOPE, clock.steady());
  await clock.advance(0);
  expect(verdicts.at(-1)).toMatchObject({ kind: 'admit', basis: 'cache' });
  expect(entries().at(-1)?.upload?.state).toBe('pending');
});

test('a press on any other verdict does nothing', async () => {
  const { scan, platform, admission, clock } = stallsDoor(snapshotWith(snapshotTicket()));
  platform.answerNext(refused(10));
  const turnedAway = await scan('A1');
  if (turnedAway === undefined) throw new Error('there was no verdict');
  expect(admission.letInHere(turnedAway, DOOR_SCOPE, clock.steady())).toBe(false);
});

const words = fc.record({
  section: fc.constantFrom('Stalls left', 'Balcony left', 'Gallery', null),
  alreadyScanned: fc.boolean(),
  refundedOrVoided: fc.boolean(),
  isOn: fc.boolean(),
  productionId: fc.constantFrom(3, 4, null),
  performanceId: fc.constantFrom(31, 32),
  isKnown: fc.boolean(),
  wasAdmitted: fc.boolean(),
  isOffline: fc.boolean(),
  filter: fc.constantFrom({}, { productionId: 3 }, { productionId: 3, performanceId: 31 }),
});

test('whatever is known of a ticket, only one that would be let in is sent on, and that spends nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      words,
      async ({ isOn, productionId, isKnown, wasAdmitted, isOffline, ...rest }) => {
        const { filter: more, ...ticket } = rest;
        const word = snapshotWith(isKnown ? snapshotTicket(ticket) : null, productionId, { isOn });
        const { scan, platform, earlier, entries, told, admissionLedger, clock } = stallsDoor(word);
        if (wasAdmitted)
          earlier({ ticketIds: { ticketId: 501, performanceId: ticket.performanceId } });
        if (isOffline) platform.inTheWay = NO_NETWORK;
        const scope = { ...DOOR_SCOPE, filter: { ...DOOR_SCOPE.filter, ...more } };
        const known = valueOf(
          evidenceOf(
            {
              lookUp: () => [word],
              lookUpPeerEvents: () => NO_EVENTS,
              rightToReturn: () => null,
              ledger: admissionLedger,
              clock,
              platformClock: clock,
            },
            scope,
            'A1',
          ),
        );
        const local = decideHere(scope, known, { type: 'not-known' });
        const before = entries().length;
        const verdict = await scan('A1', scope);
        const isSent = verdict?.kind === 'elsewhere';
        expect(isSent).toBe(local.kind === 'admit' && ticket.section === 'Balcony left');
        if (!isSent) return;
        expect(platform.askedCodes).toEqual([]);
        expect(told.queued).toBe(0);
        expect(entries().slice(before)).toMatchObject([
          { kind: 'elsewhere', upload: null, word: null },
        ]);
      },
    ),
    { numRuns: howMuch(30, 500), seed: seedOf('tickets of all kinds at the wrong entrance') },
  );
});
