import { expect, test } from 'vitest';
import type { TicketEvent } from '#main/ledger/ticket-event.ts';
import { admitted, FOYER } from '../../ledger/ticket-events.ts';
import type { HoldOrder } from '#shared/model/hold.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { valueOf } from '../../ledger/support.ts';
import {
  ADMITTED,
  DOOR_SCOPE,
  NO_NETWORK,
  openDoor,
  published,
  refused,
  snapshotTicket,
  snapshotWith,
} from './support.ts';

/** A door whose gate tells of these admissions that nobody went through, and the one of A1 is made. */
async function openGate(options: Parameters<typeof openDoor>[0] = {}) {
  const unused = new Set<string>();
  const door = openDoor({
    ...options,
    ports: { mayOpenAgain: (entryId) => unused.delete(entryId), ...options.ports },
  });
  const first = await door.scan('A1');
  expect(first).toMatchObject({ kind: 'admit' });
  const entryId = first?.entryId ?? '';
  await door.clock.advance(10_000);
  return { ...door, entryId, noteUnused: () => unused.add(entryId) };
}

test('a guest who did not go through in time scans again: let in, without the platform and without a second admission', async () => {
  const { scan, platform, entries, entryId, noteUnused, told, clock } = await openGate();
  noteUnused();
  expect(await scan('A1')).toMatchObject({
    ...{ kind: 'admit', basis: 'repeat', opensAgain: true, entryId, at: clock.now() },
    reason: { type: 'admitted' },
  });
  expect(platform.askedCodes).toEqual(['A1']);
  expect(entries()).toMatchObject([{ id: entryId, kind: 'admit' }]);
  expect(told.queued).toBe(0);
  const again = await scan('A1');
  expect(again, 'the scanner reads it twice').toMatchObject({ kind: 'admit', basis: 'repeat' });
  expect(again?.opensAgain).toBeUndefined();
  await clock.advance(10_000);
  platform.answerNext(refused(12));
  expect(await scan('A1')).toMatchObject({ kind: 'duplicate' });
});

test('a gate of which nothing is known opens for nobody again', async () => {
  const { scan, platform } = await openGate();
  platform.answerNext(refused(12));
  expect(await scan('A1')).toMatchObject({ kind: 'duplicate' });
});

test('without the network it opens again as well', async () => {
  const { scan, platform, noteUnused, told } = await openGate({
    snapshot: () => snapshotWith(snapshotTicket()),
  });
  platform.inTheWay = NO_NETWORK;
  noteUnused();
  const queued = told.queued;
  expect(await scan('A1')).toMatchObject({ kind: 'admit', opensAgain: true });
  expect(told.queued).toBe(queued);
});

test('another code is another ticket, and one that was let in since is the newest', async () => {
  const { scan, platform, noteUnused } = await openGate();
  noteUnused();
  platform.answerNext(refused(11));
  expect(await scan('A2')).toMatchObject({ kind: 'reject' });
  expect(await scan('B1')).toMatchObject({ kind: 'admit', basis: 'platform' });
  platform.answerNext(refused(12));
  expect(await scan('A1')).toMatchObject({ kind: 'duplicate' });
});

test('an admission that was taken back is none: the ticket is decided anew', async () => {
  const unused = new Set<string>();
  const door = openDoor({
    snapshot: () => snapshotWith(snapshotTicket()),
    ports: { mayOpenAgain: (entryId) => unused.delete(entryId) },
  });
  const { scan, platform, ledger, clock } = door;
  platform.inTheWay = NO_NETWORK;
  const { entryId = '' } = (await scan('A1')) ?? {};
  const taken = valueOf(ledger().takeBack({ id: entryId, why: 'wrong guest', at: clock.now() }));
  expect(taken.ok).toBe(true);
  await clock.advance(10_000);
  unused.add(entryId);
  const verdict = await scan('A1');
  expect(verdict).toMatchObject({ kind: 'admit', basis: 'cache' });
  expect(verdict?.entryId).not.toBe(entryId);
});

test('a ticket that another door has let in since opens nothing here', async () => {
  const events: TicketEvent[] = [];
  const { scan, platform, noteUnused, entryId } = await openGate({ ports: published(events) });
  const unlisted = { ...FOYER, ticketId: null, performanceId: null };
  events.push(admitted('elsewhere', [entryId], { ...unlisted, by: 'platform' }));
  noteUnused();
  platform.answerNext(refused(12));
  expect(await scan('A1')).toMatchObject({ kind: 'duplicate' });
});

test('an admission that the platform has contradicted since opens nothing', async () => {
  const unused = new Set<string>();
  const { scan, platform, clock } = openDoor({
    snapshot: () => snapshotWith(snapshotTicket()),
    ports: { mayOpenAgain: (entryId) => unused.delete(entryId) },
  });
  platform.answerNext(refused(13), 5_000);
  const first = await scan('A1');
  expect(first).toMatchObject({ kind: 'admit', basis: 'cache' });
  await clock.advance(10_000);
  unused.add(first?.entryId ?? '');
  platform.answerNext(refused(13));
  expect(await scan('A1')).toMatchObject({ kind: 'reject' });
});

test('while the doors are held it does not open again; a house that is full has counted its guest', async () => {
  let hold: HoldOrder | null = null;
  const { scan, noteUnused, clock } = await openGate({ ports: { hold: () => hold } });
  hold = { count: 1, kioskId: 'other', door: 'Foyer', isHeld: true, at: clock.now() };
  noteUnused();
  expect(await scan('A1')).toMatchObject({ kind: 'held' });
  hold = null;
  expect(await scan('A1')).toMatchObject({ kind: 'admit', opensAgain: true });

  let capacity: number | null = null;
  const full = await openGate({ ports: { fullAt: () => capacity } });
  capacity = 1;
  full.noteUnused();
  expect(await full.scan('A1')).toMatchObject({ kind: 'admit', opensAgain: true });
});

test('a look-up opens nothing, nor does a door that was opened for something else, or after a restart', async () => {
  const folder = temporaryFolder();
  const { scan, noteUnused, admission, platform, keeper } = await openGate({ folder });
  noteUnused();
  expect(await scan('A1', DOOR_SCOPE, 'look-up')).toMatchObject({ kind: 'checked' });
  admission.forgetRecent();
  platform.answerNext(refused(12));
  expect(await scan('A1')).toMatchObject({ kind: 'duplicate' });

  await keeper.close();
  const next = openDoor({ folder, ports: { mayOpenAgain: () => true } });
  next.platform.answerNext(refused(12));
  expect(await next.scan('A1')).toMatchObject({ kind: 'duplicate' });
});

test('a ledger that cannot be read opens nothing', async () => {
  const { scan, keeper, noteUnused, platform } = await openGate();
  noteUnused();
  keeper.use(() => ({ ok: false, error: { code: 'disk-full', detail: 'SQLITE_FULL' } }));
  platform.answerNext(ADMITTED);
  expect(await scan('A1')).toBeUndefined();
});

test('a ticket that was refused since opens nothing', async () => {
  const unused = new Set<string>();
  const { scan, platform, clock } = openDoor({
    ports: { mayOpenAgain: (entryId) => unused.delete(entryId) },
  });
  platform.answerNext(ADMITTED);
  const first = await scan('A1');
  await clock.advance(5_000);
  platform.answerNext(refused(13));
  expect(await scan('A1')).toMatchObject({ kind: 'reject' });
  await clock.advance(5_000);
  unused.add(first?.entryId ?? '');
  platform.answerNext(refused(13));
  expect(await scan('A1')).toMatchObject({ kind: 'reject' });
});

test('where it cannot be told whether the gate may open again, the guest is answered as ever', async () => {
  const { scan, platform, clock } = openDoor({
    ports: {
      mayOpenAgain() {
        throw new Error('a bug');
      },
    },
  });
  platform.answerNext(ADMITTED);
  await scan('A1');
  await clock.advance(5_000);
  platform.answerNext(refused(12));
  expect(await scan('A1')).toMatchObject({ kind: 'duplicate' });
});
