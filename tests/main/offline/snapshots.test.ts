import { describe, expect, test } from 'vitest';
import { PORTAL, type Fault } from '#tests/support/fault-proxy.ts';
import { signIn } from '#tests/box-office/support.ts';
import { HOUR, openEvening, SECOND, type Evening, type TestKiosk } from './support/evening.ts';
import { openDoor } from './support/open-door.ts';

const isDownload = (path: string) => path.includes('/cache/validTickets');
const downloads = ({ proxy }: Evening) => proxy.passed.filter(({ path }) => isDownload(path));

/** From now on downloads of tickets meet with this. */
function spoil({ proxy }: Evening, fault: Fault | null): void {
  proxy.fault = ({ path }) => (isDownload(path) ? fault : null);
}

/** Asks for a new snapshot and waits for what comes of it. */
async function refresh({ quiet }: Evening, kiosk: TestKiosk): Promise<void> {
  await kiosk.handlers.refreshTickets(null);
  await quiet();
}

/** What the platform would send now, to be spoilt. */
async function honestAnswer({ boxOffice }: Evening) {
  const session = await signIn(boxOffice);
  const { tickets } = await session.download();
  if (tickets === null) throw new Error('the platform sends no tickets');
  const { clientId } = boxOffice.ids;
  const envelope = { accessTokenExpiration: null, error: false, errorMessageHTML: null };
  return { ...envelope, errorDetails: null, clientId, tickets };
}

const json = (body: unknown): Fault => ({
  type: 'answer',
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** It says itself that it is whole. */
const cutOff: Fault = {
  type: 'answer',
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: `{"error":false,"tickets":[${'{"ticketId":1},'.repeat(5_000)}{"ticketId":`,
};

test('a snapshot is made anew about every minute, and when somebody asks, with its progress', async () => {
  const { evening, kiosk } = await openDoor();
  const first = kiosk.state().records.snapshot;
  expect(first).toMatchObject({ skipped: 0, duplicates: 0, refreshing: null, problem: null });
  await evening.until(
    () => (kiosk.state().records.snapshot.builtAt ?? 0) > (first.builtAt ?? 0),
    75 * SECOND,
  );
  const before = downloads(evening).length;
  await evening.pass(5 * SECOND);
  const seen = kiosk.states.length;
  await refresh(evening, kiosk);
  expect(downloads(evening)).toHaveLength(before + 1);
  expect(
    kiosk.states.slice(seen).some(({ records: { snapshot } }) => snapshot.refreshing !== null),
  ).toBe(true);
  expect(evening.world.now() - (kiosk.state().records.snapshot.builtAt ?? 0)).toBeLessThan(
    2 * SECOND,
  );
});

describe('a download that goes wrong leaves the old snapshot, and says why', () => {
  test.each<[string, Fault, object]>([
    ['it breaks', { type: 'drop-answer' }, { type: 'offline', reason: 'reset' }],
    ['a portal answers in its place', PORTAL, { type: 'offline', reason: 'captive-portal' }],
    [
      'it lies about its length',
      {
        type: 'answer',
        status: 200,
        headers: { 'content-type': 'application/json', 'content-length': '90000' },
        body: '{"tickets":[',
      },
      { type: 'offline' },
    ],
    ['it ends in the middle of a ticket', cutOff, { type: 'unreadable' }],
  ])('%s', async (_what, fault, problem) => {
    const { evening, kiosk } = await openDoor();
    const { tickets, builtAt } = kiosk.state().records.snapshot;
    spoil(evening, fault);
    await evening.pass(5 * SECOND);
    await refresh(evening, kiosk);
    await evening.until(() => kiosk.state().records.snapshot.problem !== null, 40 * SECOND);
    expect(kiosk.state().records.snapshot).toMatchObject({ tickets, builtAt, problem });
    await evening.proxy.cut();
    const [ticket = ''] = evening.tickets('valid', 1);
    expect(await kiosk.scan(ticket)).toMatchObject({ kind: 'admit', basis: 'cache' });
  });
});

test('tickets that nobody can read and barcodes that come twice are counted, and cost the others nothing', async () => {
  const { evening, kiosk } = await openDoor();
  const honest = await honestAnswer(evening);
  const [unreadable = '', good = '', twice = ''] = evening.tickets('valid', 3);
  const spoilt = honest.tickets.map((ticket) =>
    ticket.barcode === unreadable ? { ...ticket, ticketId: 'none' } : ticket,
  );
  const double = honest.tickets.find(({ barcode }) => barcode === twice);
  spoil(evening, json({ ...honest, tickets: [...spoilt, double] }));
  await refresh(evening, kiosk);
  expect(kiosk.state().records.snapshot).toMatchObject({
    tickets: honest.tickets.length - 1,
    skipped: 1,
    duplicates: 1,
    problem: null,
  });
  await evening.proxy.cut();
  expect((await kiosk.scanAll([good, twice])).map(([kind]) => kind)).toEqual(['admit', 'admit']);
});

describe('without the network', () => {
  test('the snapshot of a whole client tells every kind of ticket for what it is', async () => {
    const { evening, kiosk } = await openDoor();
    await evening.proxy.cut();
    const kinds = [
      ['valid', 'admit', null],
      ['scanned', 'duplicate', 12],
      ['voided', 'reject', 13],
      ['refunded', 'reject', 13],
      ['other-performance', 'reject', 10],
      ['other-series', 'reject', 9],
      ['unknown', 'reject', 11],
    ] as const;
    const codes = kinds.flatMap(([kind]) => evening.tickets(kind, 1));
    expect(await kiosk.scanAll(codes)).toEqual(kinds.map(([, kind, code]) => [kind, code]));
    expect(kiosk.state().records.snapshot.scope).toEqual({
      clientId: evening.boxOffice.ids.clientId,
    });
  });

  test('the snapshot of what the door is open for alone, where it is set so, knows no others', async () => {
    const evening = await openEvening();
    const kiosk = await evening.kiosk({ settings: { offlineScope: 'selection' } });
    await kiosk.openDoor();
    const { clientId, productionId, performanceId } = evening.boxOffice.ids;
    expect(kiosk.state().records.snapshot.scope).toEqual({ clientId, productionId, performanceId });
    await evening.proxy.cut();
    const codes = [...evening.tickets('valid', 1), ...evening.tickets('other-performance', 1)];
    expect(await kiosk.scanAll(codes)).toEqual([
      ['admit', null],
      ['reject', 11],
    ]);
  });

  test('how many of an order are in is told as the snapshot has it, with its age', async () => {
    const { evening, kiosk } = await openDoor();
    const { tickets } = await honestAnswer(evening);
    const [code = ''] = evening.tickets('valid', 1);
    const counted = tickets.find(({ barcode }) => barcode === code);
    await evening.proxy.cut();
    await kiosk.scan(code);
    expect(kiosk.state().verdict.shown?.ticket).toMatchObject({
      ticketsScanned: counted?.ticketsScanned,
      ticketsSold: counted?.ticketsSold,
      countedAt: kiosk.state().records.snapshot.builtAt,
    });
  });

  test('a ticket that came in online a moment ago is known, although no snapshot has it', async () => {
    const { evening, kiosk } = await openDoor();
    const [ticket = ''] = evening.tickets('valid', 1);
    expect(await kiosk.scan(ticket)).toMatchObject({ kind: 'admit', basis: 'platform' });
    await evening.proxy.cut();
    await evening.pass(3 * SECOND);
    expect(await kiosk.scan(ticket)).toMatchObject({ kind: 'duplicate', code: 12 });
  });

  test('a snapshot lets nobody in for what is over, turns nobody away for what it cannot know, and goes after a day', async () => {
    const { evening, kiosk } = await openDoor();
    await evening.proxy.cut();
    const [first = '', second = ''] = evening.tickets('valid', 2);
    expect(await kiosk.scan(first)).toMatchObject({ kind: 'admit', basis: 'cache' });
    expect(await kiosk.scan('NOBODYKNOWS1')).toMatchObject({ kind: 'reject', code: 11 });
    evening.world.sleep(HOUR);
    expect(await kiosk.scan('NOBODYKNOWS1')).toMatchObject({ kind: 'undecided', code: null });
    expect(await kiosk.scan(second)).toMatchObject({ kind: 'admit', basis: 'cache' });
    evening.world.sleep(22 * HOUR);
    const [third = ''] = evening.tickets('valid', 3).slice(2);
    expect(await kiosk.scan(third)).toMatchObject({ kind: 'undecided', code: null });
    expect(await kiosk.scan(second)).toMatchObject({ kind: 'duplicate', code: 12 });
    evening.world.sleep(2 * HOUR);
    expect(await kiosk.scan(third)).toMatchObject({ kind: 'undecided', code: null });
    await evening.pass(3 * SECOND);
    expect(await kiosk.scan(first), 'its own guests it knows').toMatchObject({ kind: 'duplicate' });
  });
});
