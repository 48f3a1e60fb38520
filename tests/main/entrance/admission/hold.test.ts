import { expect, test } from 'vitest';
import type { SnapshotWord } from '#main/entrance/admission/evidence.ts';
import type { HoldOrder } from '#shared/model/hold.ts';
import { EVENING } from '../../ledger/support.ts';
import { ADMITTED, openDoor, snapshotTicket, snapshotWith } from './support.ts';

const ORDER: HoldOrder = {
  ...{ count: 1, kioskId: 'another', door: 'Foyer left', isHeld: true, at: EVENING },
};

function heldDoor(snapshot?: () => SnapshotWord) {
  let order: HoldOrder | null = ORDER;
  const ports = { hold: () => order };
  const door = openDoor({ ports, ...(snapshot && { snapshot }) });
  return { ...door, goOn: () => (order = null), hold: (next = ORDER) => (order = next) };
}

test('while the doors are held a guest waits: nothing is asked or spent, and it is on record', async () => {
  const { scan, platform, entries, told } = heldDoor();
  expect(await scan('A1')).toMatchObject({
    ...{ kind: 'held', basis: 'venue', ticket: null },
    reason: { type: 'held', door: 'Foyer left', since: EVENING },
  });
  expect(platform.askedCodes).toEqual([]);
  expect(entries()).toMatchObject([{ kind: 'held', code: 'A1', upload: null, word: null }]);
  expect(told.queued).toBe(0);
});

test('when it goes on, the same ticket comes in at once, also within the time in which answers are repeated', async () => {
  const { scan, platform, goOn, entries } = heldDoor();
  await scan('A1');
  expect(await scan('A1'), 'read again').toMatchObject({ kind: 'held', basis: 'repeat' });
  goOn();
  platform.answerNext(ADMITTED, 10);
  expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'platform' });
  expect(entries().map(({ kind }) => kind)).toEqual(['held', 'admit']);
});

test('what is in flight when the doors are held comes to its end', async () => {
  const { clock, read, platform, verdicts, goOn, hold } = heldDoor();
  goOn();
  platform.answerNext(ADMITTED, 500);
  read('A1');
  await clock.advance(100);
  hold();
  read('B2');
  await clock.advance(1_000);
  expect(verdicts.map(({ kind }) => kind)).toEqual(['admit', 'held']);
});

test('a hold without the platform spends nothing either: the copy lets the guest in afterwards', async () => {
  const { scan, platform, goOn } = heldDoor(() => snapshotWith(snapshotTicket()));
  expect(await scan('A1')).toMatchObject({ kind: 'held' });
  goOn();
  platform.next(() => Promise.resolve({ type: 'unreachable', reason: 'refused' }));
  expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'cache' });
});

test('a door without a name is still one', async () => {
  const { scan, hold } = heldDoor();
  hold({ ...ORDER, door: '' });
  expect(await scan('A1')).toMatchObject({ reason: { type: 'held', door: null } });
});
