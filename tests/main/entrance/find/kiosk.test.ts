import { expect, test } from 'vitest';
import type { FoundTicket } from '#shared/model/find.ts';
import { err, ok } from '#shared/result.ts';
import { USER } from '#tests/box-office/support.ts';
import {
  MINUTE,
  openEvening,
  SECOND,
  type TestKiosk,
} from '#tests/main/offline/support/evening.ts';
import { eventually } from '#tests/support/eventually.ts';

const PIN = '24683579';

/** An operator who may see patrons has unlocked a kiosk whose door is open. */
async function openDesk(username: string = USER.foyer) {
  const evening = await openEvening();
  const kiosk = await evening.kiosk();
  await kiosk.signIn(username);
  await kiosk.open();
  await kiosk.handlers.setPin({ pin: PIN });
  return { evening, kiosk };
}

/** What a query finds, once the snapshot has been read. */
async function find(kiosk: TestKiosk, query: string): Promise<readonly FoundTicket[]> {
  await kiosk.handlers.findTickets({ query: '' });
  await eventually(() => expect(kiosk.state().door.find.status).toBe('ready'));
  const found = await kiosk.handlers.findTickets({ query });
  return found.ok ? found.value.tickets : [];
}

/** Those that a ticket of this standing is found among: a code of the snapshot's, or that it is good. */
async function oneOf(kiosk: TestKiosk, standing: 'valid' | 9 | 10 | 12 | 13) {
  for (const query of ['nowak', 'smith', 'kovacs', 'li', 'o brien', 'muller', 'akesson', 'souza']) {
    for (const ticket of await find(kiosk, query)) {
      const { standing: its } = ticket;
      if (its.type === 'copy' ? its.code === standing : its.type === standing) return ticket;
    }
  }
  throw new Error(`no ticket is ${standing}`);
}

test('a guest who has only a name is found and let in by the platform, and the ledger knows by whose hand', async () => {
  const { evening, kiosk } = await openDesk();
  const ticket = await oneOf(kiosk, 'valid');
  expect(await kiosk.handlers.admitFound({ id: ticket.id })).toEqual(ok(null));
  await evening.until(() => kiosk.state().verdict.shown !== null, 2 * SECOND);
  expect(kiosk.state().verdict.shown).toMatchObject({
    kind: 'admit',
    basis: 'platform',
    source: 'manual',
  });

  // From here on it is known to be inside, although the snapshot is of before.
  const again = (await find(kiosk, String(ticket.ticketId)))[0];
  expect(again?.standing).toMatchObject({ type: 'copy', code: 12 });
  await kiosk.close();
  const [entry] = kiosk.ledger();
  expect(entry).toMatchObject({
    kind: 'admit',
    basis: 'platform',
    source: 'manual',
    ticketIds: { ticketId: ticket.ticketId },
  });
});

test('without a network the snapshot decides, and the admission goes up later', async () => {
  const { evening, kiosk } = await openDesk();
  await evening.proxy.cut();
  const ticket = await oneOf(kiosk, 'valid');
  await kiosk.handlers.admitFound({ id: ticket.id });
  await evening.until(() => kiosk.state().verdict.shown !== null, 5 * SECOND);
  expect(kiosk.state().verdict.shown).toMatchObject({ kind: 'admit', basis: 'cache' });
  expect(kiosk.state().records.uploads.pending).toBe(1);
});

/** For another performance, scanned, voided. */
const NOT_GOOD: (10 | 12 | 13)[] = [10, 12, 13];

test.each(NOT_GOOD)(
  'a ticket that is not good (%i) says so before it is chosen, and is turned away when it is',
  async (code) => {
    const { evening, kiosk } = await openDesk();
    const ticket = await oneOf(kiosk, code);
    await kiosk.handlers.admitFound({ id: ticket.id });
    await evening.until(() => kiosk.state().verdict.shown !== null, 2 * SECOND);
    expect(kiosk.state().verdict.shown?.kind).toBe(code === 12 ? 'duplicate' : 'reject');
  },
);

test('of a card for two performances each ticket says what it is worth by itself', async () => {
  const evening = await openEvening();
  const { counter, world, boxOffice } = evening;
  const { performanceId, siblingPerformanceId } = boxOffice.ids;
  const [matinee = ''] = counter.ticketsOf(siblingPerformanceId, 1);
  const [here = ''] = counter.ticketsOf(performanceId, 1);
  counter.admitElsewhere(matinee, world.now() - MINUTE);
  const { ticketIds } = counter.putOnOneCard([matinee, here]);
  const kiosk = await evening.kiosk();
  await kiosk.signIn(USER.foyer);
  await kiosk.open('anything-open');
  await kiosk.handlers.setPin({ pin: PIN });
  const standings: unknown[] = [];
  for (const ticketId of ticketIds) {
    const found = await find(kiosk, String(ticketId));
    standings.push(found.find((each) => each.ticketId === ticketId)?.standing);
  }
  expect(standings).toMatchObject([{ type: 'copy', code: 12 }, { type: 'valid' }]);
});

test('while tickets are only looked up, choosing one spends it on nobody', async () => {
  const { evening, kiosk } = await openDesk();
  const ticket = await oneOf(kiosk, 'valid');
  await kiosk.handlers.lookUpOnly({ on: true });
  await kiosk.handlers.admitFound({ id: ticket.id });
  await evening.until(() => kiosk.state().verdict.shown !== null, 2 * SECOND);
  expect(kiosk.state().verdict.shown).toMatchObject({ kind: 'checked', reason: { type: 'valid' } });
});

test('who may not see patrons finds nobody', async () => {
  const { kiosk } = await openDesk(USER.door);
  expect(await kiosk.handlers.findTickets({ query: 'nowak' })).toEqual(
    err({ type: 'no-patron-permission' }),
  );
});

test('a kiosk without a PIN, or a locked one, finds nobody and lets nobody in who was found', async () => {
  const { kiosk } = await openDesk();
  const ticket = await oneOf(kiosk, 'valid');
  expect(kiosk.mayCall('findTickets')).toBe(true);
  await kiosk.handlers.lock(null);
  expect(kiosk.mayCall('findTickets')).toBe(false);
  expect(kiosk.mayCall('admitFound')).toBe(false);
  await eventually(() => expect(kiosk.state().door.find).toEqual({ status: 'off' }));
  expect(await kiosk.handlers.admitFound({ id: ticket.id })).toEqual(err({ type: 'gone' }));

  await kiosk.handlers.unlock({ pin: PIN });
  await kiosk.handlers.setPin({ pin: null });
  expect(await kiosk.handlers.findTickets({ query: 'nowak' })).toEqual(err({ type: 'no-pin' }));
});

test('who signs out takes the search along', async () => {
  const { kiosk } = await openDesk();
  const ticket = await oneOf(kiosk, 'valid');
  await kiosk.signOut();
  await eventually(() => expect(kiosk.state().door.find).toEqual({ status: 'off' }));
  expect(await kiosk.handlers.findTickets({ query: 'nowak' })).toEqual(
    err({ type: 'no-snapshot' }),
  );
  expect(await kiosk.handlers.admitFound({ id: ticket.id })).toEqual(err({ type: 'gone' }));
});

test('each new snapshot is searched in its turn', async () => {
  const { evening, kiosk } = await openDesk();
  await find(kiosk, 'nowak');
  const { builtAt } = kiosk.state().records.snapshot;
  await evening.until(() => kiosk.state().records.snapshot.builtAt !== builtAt, 3 * MINUTE);
  const newer = kiosk.state().records.snapshot.builtAt;
  await eventually(() =>
    expect(kiosk.state().door.find).toMatchObject({ status: 'ready', builtAt: newer }),
  );
});
