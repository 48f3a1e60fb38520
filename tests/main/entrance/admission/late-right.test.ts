import { expect, test } from 'vitest';
import { MINUTE } from '#shared/time.ts';
import type { Asked, TicketEvent } from '#main/ledger/ticket-event.ts';
import {
  admitted,
  answered,
  asked,
  checkedOut,
  FOYER,
  withdrawn,
} from '../../ledger/ticket-events.ts';
import { openDoor, published, refused, snapshotTicket, snapshotWith } from './support.ts';

/** At another door somebody was turned away, and the platform has admitted them after all. */
const QUESTION = asked('E', [], FOYER);
const USED_UP = admitted('a', ['E/answered'], { ...FOYER, by: 'question' });

function doorThatIsTold(question: Asked, events: readonly TicketEvent[] = []) {
  const snapshot = () => snapshotWith(snapshotTicket());
  const ports = published([question, answered('E', 'admitted', FOYER), ...events]);
  return openDoor({ snapshot, ports });
}

test('who was turned away at another door by mistake comes in here, and the platform is not asked', async () => {
  const { scan, platform, entries } = doorThatIsTold(QUESTION);
  expect(await scan()).toMatchObject({ kind: 'admit', basis: 'late' });
  expect(platform.asked).toEqual([]);
  expect(entries()).toMatchObject([{ lineage: { knew: ['E/answered'] }, upload: null }]);
});

test('a right proves nothing where more is published than a door reads', async () => {
  const events = [QUESTION, answered('E', 'admitted', FOYER)];
  const { scan, platform } = openDoor({
    snapshot: () => snapshotWith(snapshotTicket()),
    ports: { lookUpPeerEvents: () => ({ ticketHash: 'h', events, isCut: true }) },
  });
  platform.answerNext(refused(12));
  expect(await scan()).toMatchObject({
    ...{ kind: 'undecided', reason: { type: 'unclear', because: 'too-many' } },
  });
});

test('a right that another door has used is used up', async () => {
  const { scan, platform } = doorThatIsTold(QUESTION, [USED_UP]);
  platform.answerNext(refused(12));
  expect(await scan()).toMatchObject({ kind: 'duplicate', basis: 'platform' });
});

test.each([
  [false, 'duplicate'],
  [true, 'admit'],
])(
  'one whose holder was let in anyway there is used up, unless that was taken back: %s',
  async (isTakenBack, kind) => {
    const letIn = admitted('a', ['E/answered'], { ...FOYER, by: 'staff' });
    const since = isTakenBack ? withdrawn('a', FOYER) : checkedOut('x', 'a', ['a'], FOYER);
    const { scan, platform } = doorThatIsTold(QUESTION, [letIn, since]);
    platform.answerNext(refused(12));
    expect(await scan()).toMatchObject({ kind });
  },
);

test('also where its user has left since', async () => {
  const left = checkedOut('x', 'a', ['a'], FOYER);
  const { scan, platform } = doorThatIsTold(QUESTION, [USED_UP, left]);
  platform.answerNext(refused(12));
  expect(await scan()).toMatchObject({ kind: 'duplicate' });
});

test('a right that was used here, after a way out, is used up also when its user has left', async () => {
  const told: TicketEvent[] = [checkedOut('x', null, [], FOYER)];
  const { scan, platform, entries, clock } = doorThatIsTold(QUESTION, told);
  expect(await scan()).toMatchObject({ kind: 'admit', basis: 'late' });
  const id = entries()[0]?.id ?? '';
  told.push(checkedOut('y', id, [id], FOYER));
  await clock.advance(MINUTE);
  platform.answerNext(refused(12));
  expect(await scan()).toMatchObject({ kind: 'duplicate' });
});

test('a right at a door that was open for something else is none here', async () => {
  const { scan, platform } = doorThatIsTold({ ...QUESTION, filterPerformanceId: 32 });
  platform.answerNext(refused(12));
  expect(await scan()).toMatchObject({ kind: 'duplicate' });
});
