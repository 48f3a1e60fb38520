import { describe, expect, test } from 'vitest';
import { syncScansRequestSchema } from '#shared/api/index.ts';
import { RESERVED_BARCODES } from '#box-office/reserved-barcodes.ts';
import type { BoxOfficeOptions } from '#box-office/server.ts';
import { BAD_GATEWAY, inTurn, type Fault } from '#tests/support/fault-proxy.ts';
import { USER } from '../../box-office/support.ts';
import { HOUR, openEvening, SECOND, type Evening, type TestKiosk } from './support/evening.ts';
import { openDoor } from './support/open-door.ts';

/** A door whose network has just gone; `tickets` are let in without it. */
async function openOffline(count: number, options: BoxOfficeOptions = {}) {
  const evening = await openEvening(options);
  const kiosk = await evening.kiosk();
  await kiosk.openDoor();
  await evening.proxy.cut();
  const tickets = evening.tickets('valid', count);
  const told = await kiosk.scanAll(tickets);
  expect(told.map(([kind]) => kind)).toEqual(tickets.map(() => 'admit'));
  expect(kiosk.state().records.uploads.pending).toBe(count);
  return { evening, kiosk, tickets };
}

/** The uploads that reached the network, oldest first. */
function uploads({ proxy }: Evening) {
  return proxy.passed
    .filter(({ path }) => path.endsWith('/syncScans'))
    .map(({ body }) => syncScansRequestSchema.parse(JSON.parse(body)));
}

/** The network is back, and the kiosk has noticed. */
async function comeBack({ proxy, until }: Evening, kiosk: TestKiosk): Promise<void> {
  await proxy.mend();
  await until(() => kiosk.state().session.connection.status === 'online', 20 * SECOND);
}

/** The platform refuses a request as a whole (spec 2.5). */
function refusal(errorCodeId: 15 | 17, errorCodeKey: string): Fault {
  const body = JSON.stringify({
    accessTokenExpiration: null,
    error: true,
    errorMessageHTML: null,
    errorDetails: {
      errorCodeId,
      errorCodeKey,
      errorCodeName: errorCodeKey,
      forceLogout: errorCodeId === 17,
    },
    failedBarcodes: null,
  });
  return { type: 'answer', status: 400, headers: { 'content-type': 'application/json' }, body };
}

/** The platform refuses every upload that has this scan among its own. */
function refuseWith(culprit: string, { proxy }: Evening): void {
  proxy.fault = ({ path, body }) =>
    path.endsWith('/syncScans') && body.includes(culprit)
      ? refusal(15, 'inputMissingRequiredField')
      : null;
}

/** The answer to filterOptions once nothing can be scanned any more. */
const NOTHING_OFFERED: Fault = {
  type: 'answer',
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ accessTokenExpiration: null, error: false, clients: [] }),
};

const nothingWaits = (kiosk: TestKiosk) => () => kiosk.state().records.uploads.pending === 0;
const recordedOnce = (tickets: readonly string[], { boxOffice }: Evening) =>
  expect(tickets.map((ticket) => boxOffice.scansOf(ticket))).toEqual(
    tickets.map(() => [{ scanTime: expect.any(Number) as number, offline: true }]),
  );

test('scans go up within a second of the network’s return, each for its performance alone', async () => {
  const { evening, kiosk, tickets } = await openOffline(2);
  const { scope } = kiosk.state().door.selection ?? {};
  expect(scope).toBe('performance');
  const anything = kiosk.state().door.selection;
  if (anything === null) throw new Error('the door is closed');
  const { clientId, clientName } = anything;
  await kiosk.handlers.select({ selection: { scope: 'anything-open', clientId, clientName } });
  const later = [...evening.tickets('valid', 1), ...evening.tickets('other-series', 1)];
  expect((await kiosk.scanAll(later)).map(([kind]) => kind)).toEqual(['admit', 'admit']);

  await comeBack(evening, kiosk);
  await evening.until(nothingWaits(kiosk), SECOND);
  const sent = uploads(evening);
  const { performanceId, otherProductionPerformanceId } = evening.boxOffice.ids;
  expect(
    sent.map(({ tickets: all, ...filter }) => ({ filter, codes: all.map((each) => each.barcode) })),
  ).toEqual([
    { filter: { clientId, performanceId }, codes: tickets },
    { filter: { clientId, performanceId }, codes: [later[0]] },
    { filter: { clientId, performanceId: otherProductionPerformanceId }, codes: [later[1]] },
  ]);
  for (const entry of sent.flatMap(({ tickets: all }) => all)) {
    expect(entry.barcodeString).toBe(entry.barcode);
  }
  recordedOnce([...tickets, ...later], evening);
});

test('scans of a door for anything go up to a literal platform after the scan window', async () => {
  const evening = await openEvening({ syncNeedsWindow: true });
  const kiosk = await evening.kiosk();
  await kiosk.openDoor('anything-open');
  await evening.proxy.cut();
  const tickets = evening.tickets('valid', 3);
  await kiosk.scanAll(tickets);
  const { performanceId } = evening.boxOffice.ids;
  evening.counter.move(performanceId, evening.world.now() - 12 * HOUR);
  await comeBack(evening, kiosk);
  await evening.until(nothingWaits(kiosk), 10 * SECOND);
  expect(await kiosk.discrepancies()).toEqual([]);
  recordedOnce(tickets, evening);
});

test('scans of a client that is offered no longer go up from a door of another client', async () => {
  const evening = await openEvening({ offersOpenClientsOnly: true });
  const { boxOffice, counter, world } = evening;
  const kiosk = await evening.kiosk();
  await kiosk.signIn(USER.foyer);
  await kiosk.open('anything-open');
  const offer = async () => {
    const answer = await kiosk.handlers.filterOptions(null);
    return answer.ok ? answer.value : [];
  };
  const { clientId, otherClientId } = boxOffice.ids;
  const playing = (await offer())
    .filter(({ id }) => id === clientId)
    .flatMap(({ productions }) => productions ?? [])
    .flatMap(({ performances }) => performances ?? []);
  await evening.proxy.cut();
  const tickets = evening.tickets('valid', 2);
  await kiosk.scanAll(tickets);
  const other = { scope: 'anything-open', clientId: otherClientId, clientName: 'Harbour' } as const;
  await kiosk.handlers.select({ selection: other });
  for (const { performanceId } of playing) counter.move(performanceId, world.now() - 12 * HOUR);
  await comeBack(evening, kiosk);
  await evening.until(nothingWaits(kiosk), 10 * SECOND);
  expect((await offer()).map(({ id }) => id)).toEqual([otherClientId]);
  recordedOnce(tickets, evening);
});

test.each(['barcode', 'barcodeString'] as const)(
  'a platform that reads the key “%s” alone records scans, too',
  async (syncKey) => {
    const { evening, kiosk, tickets } = await openOffline(1, { syncKey });
    await comeBack(evening, kiosk);
    await evening.until(nothingWaits(kiosk), SECOND);
    recordedOnce(tickets, evening);
  },
);

test('a refusal is shown with its barcode and reason until an operator has seen it, also after a restart', async () => {
  const { evening, kiosk, tickets } = await openOffline(3);
  const [, annulled = ''] = tickets;
  evening.counter.annul(annulled);
  await comeBack(evening, kiosk);
  await evening.until(nothingWaits(kiosk), SECOND);
  const shown = {
    code: annulled,
    state: 'refused',
    reason: { type: 'platform-words', text: 'The ticket was refunded or voided.' },
  };
  expect(kiosk.state().records.discrepancies).toBe(1);
  expect(await kiosk.discrepancies()).toMatchObject([shown]);
  recordedOnce(
    tickets.filter((ticket) => ticket !== annulled),
    evening,
  );

  const again = await evening.kiosk({ folder: await kiosk.loseItsPower() });
  expect(again.state().records.discrepancies).toBe(1);
  const [discrepancy] = await again.discrepancies();
  expect(discrepancy).toMatchObject(shown);
  await again.handlers.acknowledgeDiscrepancies({ ids: [discrepancy?.id ?? ''] });
  expect(again.state().records.discrepancies).toBe(0);
  await again.close();
  expect(again.ledger().find(({ code }) => code === annulled)?.upload).toMatchObject({
    state: 'refused',
    acknowledgedAt: expect.any(Number) as number,
  });
});

describe('two doors', () => {
  test('somebody came in elsewhere while the network was away here: both are listed, and the scan goes up', async () => {
    const { evening, kiosk, tickets } = await openOffline(2);
    const [both = ''] = tickets;
    evening.counter.admitElsewhere(both, evening.world.now() - SECOND);
    // A snapshot that has just come whole is not asked for again at once.
    await evening.pass(15 * SECOND);
    await comeBack(evening, kiosk);
    await evening.until(nothingWaits(kiosk), 10 * SECOND);
    expect(await kiosk.discrepancies()).toMatchObject([
      { code: both, state: 'two-doors', reason: null },
    ]);
    expect(kiosk.state().records.discrepancies).toBe(1);
    expect(evening.boxOffice.scansOf(both)).toHaveLength(2);

    const again = await evening.kiosk({ folder: await kiosk.loseItsPower() });
    const [listed] = await again.discrepancies();
    await again.handlers.acknowledgeDiscrepancies({ ids: [listed?.id ?? ''] });
    expect(again.state().records.discrepancies).toBe(0);
    expect(await again.discrepancies()).toEqual([]);
  });

  test('likewise, and the next shift signs in when the network is back', async () => {
    const { evening, kiosk, tickets } = await openOffline(2);
    const [both = ''] = tickets;
    evening.counter.admitElsewhere(both, evening.world.now() - SECOND);
    await kiosk.signOut();
    await evening.pass(30 * SECOND);
    await comeBack(evening, kiosk);
    await kiosk.signIn();
    await evening.until(nothingWaits(kiosk), 10 * SECOND);
    expect(await kiosk.discrepancies()).toMatchObject([{ code: both, state: 'two-doors' }]);
  });

  test('likewise, and while the snapshot is on its way somebody comes in by the old one', async () => {
    const { evening, kiosk, tickets } = await openOffline(1);
    const [both = ''] = tickets;
    const [next = ''] = evening.tickets('valid', 1);
    evening.counter.admitElsewhere(both, evening.world.now() - SECOND);
    await evening.pass(15 * SECOND);
    let release = () => {};
    const until = new Promise<void>((resolve) => (release = resolve));
    evening.proxy.fault = ({ path }) => {
      if (path.includes('validTickets')) return { type: 'hold', until };
      if (!path.endsWith('validateTicket')) return null;
      return { type: 'answer', status: 502, body: 'Bad Gateway' };
    };
    await comeBack(evening, kiosk);
    expect(await kiosk.scan(next)).toMatchObject({ kind: 'admit', basis: 'cache' });
    await evening.pass(SECOND);
    release();
    await evening.until(nothingWaits(kiosk), 20 * SECOND);
    expect(await kiosk.discrepancies()).toMatchObject([{ code: both, state: 'two-doors' }]);
  });

  test('an answer to the first upload is lost: that the tickets are used since is our own doing', async () => {
    const { evening, kiosk, tickets } = await openOffline(2);
    evening.proxy.fault = inTurn('syncScans', { type: 'drop-answer' });
    await comeBack(evening, kiosk);
    await evening.until(() => kiosk.state().records.uploads.lastProblem !== null, 10 * SECOND);
    await kiosk.handlers.refreshTickets(null);
    await evening.until(nothingWaits(kiosk), 20 * SECOND);
    expect(await kiosk.discrepancies()).toEqual([]);
    recordedOnce(tickets, evening);
  });
});

test('a refused scan is sent again, also after a restart: the platform has it with its own time', async () => {
  const { evening, kiosk, tickets } = await openOffline(2);
  const [culprit = ''] = tickets;
  refuseWith(culprit, evening);
  await comeBack(evening, kiosk);
  await evening.until(nothingWaits(kiosk), 10 * SECOND);
  const [refused] = await kiosk.discrepancies();
  const ids = [refused?.id ?? ''];
  const sendAgain = async (to: TestKiosk) => {
    const sent = to.handlers.sendScansAgain({ ids });
    await evening.pass(SECOND);
    return sent;
  };
  expect(await sendAgain(kiosk)).toEqual({
    ok: true,
    value: { recorded: 0, refused: 1, expired: 0, waiting: 0 },
  });
  expect(await kiosk.discrepancies()).toMatchObject([
    { code: culprit, state: 'refused', sentAgainAt: expect.any(Number) as number },
  ]);

  await evening.proxy.cut();
  expect(await sendAgain(kiosk)).toMatchObject({ value: { waiting: 1 } });
  expect(kiosk.state()).toMatchObject({ records: { uploads: { pending: 1 }, discrepancies: 0 } });
  evening.proxy.fault = () => null;
  const again = await evening.kiosk({ folder: await kiosk.loseItsPower() });
  await evening.proxy.mend();
  await evening.until(nothingWaits(again), 60 * SECOND);
  expect(again.state().records.discrepancies).toBe(0);
  recordedOnce(tickets, evening);
});

test('an answer that is lost on its way: the same scans are sent again, and recorded once', async () => {
  const { evening, kiosk, tickets } = await openOffline(2);
  evening.proxy.fault = inTurn('syncScans', { type: 'drop-answer' });
  await comeBack(evening, kiosk);
  await evening.until(nothingWaits(kiosk), 20 * SECOND);
  const [first, second] = uploads(evening);
  expect(second).toEqual(first);
  recordedOnce(tickets, evening);
});

test.each([429, 503])(
  'a platform that asks with status %i to be left alone for 20 s is left alone for 20 s',
  async (status) => {
    const { evening, kiosk, tickets } = await openOffline(1);
    const busy: Fault = { type: 'answer', status, headers: { 'retry-after': '20' }, body: '' };
    evening.proxy.fault = inTurn('syncScans', busy);
    await comeBack(evening, kiosk);
    await evening.until(() => uploads(evening).length === 1, SECOND);
    expect(kiosk.state().records.uploads.lastProblem).toMatchObject({ type: 'busy' });
    await evening.pass(18 * SECOND);
    expect(uploads(evening)).toHaveLength(1);
    await evening.until(nothingWaits(kiosk), 4 * SECOND);
    recordedOnce(tickets, evening);
  },
);

test('a batch that is refused whole is halved down to the one scan at fault', async () => {
  const { evening, kiosk, tickets } = await openOffline(8);
  const culprit = tickets[5] ?? '';
  refuseWith(culprit, evening);
  await comeBack(evening, kiosk);
  await evening.until(nothingWaits(kiosk), 10 * SECOND);
  expect(await kiosk.discrepancies()).toMatchObject([
    { code: culprit, state: 'refused', reason: { type: 'platform-error', error: { code: 15 } } },
  ]);
  recordedOnce(
    tickets.filter((ticket) => ticket !== culprit),
    evening,
  );
});

describe('the session ends in the middle of an upload: everything is kept, and goes up', () => {
  const endsSession = refusal(17, 'unanticipatedErrorForcedLogout');

  test.each([
    ['after the same person has signed in again', USER.door],
    ['after somebody else of the same client has signed in', USER.foyer],
  ])('%s', async (_who, username) => {
    const { evening, kiosk, tickets } = await openOffline(2);
    evening.proxy.fault = inTurn('syncScans', endsSession);
    await comeBack(evening, kiosk);
    await evening.until(() => kiosk.state().session.current.status === 'lost', 2 * SECOND);
    await evening.pass(10 * SECOND);
    expect(kiosk.state()).toMatchObject({ records: { uploads: { pending: 2 }, discrepancies: 0 } });
    await kiosk.signIn(username);
    await evening.until(nothingWaits(kiosk), SECOND);
    recordedOnce(tickets, evening);
  });

  test('also when nothing is offered any more, because the last performance is over', async () => {
    const { evening, kiosk, tickets } = await openOffline(2);
    evening.proxy.fault = inTurn('syncScans', endsSession);
    await comeBack(evening, kiosk);
    await evening.until(() => kiosk.state().session.current.status === 'lost', 2 * SECOND);
    let isOver = false;
    evening.proxy.fault = ({ path }) => {
      if (path.endsWith('/filterOptions')) return NOTHING_OFFERED;
      return path.endsWith('/syncScans') && !isOver ? BAD_GATEWAY : null;
    };
    await kiosk.signIn();
    await evening.until(() => kiosk.state().records.uploads.lastProblem !== null, SECOND);
    isOver = true;
    await evening.until(nothingWaits(kiosk), 20 * SECOND);
    recordedOnce(tickets, evening);
  });

  test('but not when somebody of another client signs in: they wait for one of this', async () => {
    const { evening, kiosk, tickets } = await openOffline(2);
    evening.proxy.fault = inTurn('syncScans', endsSession);
    await comeBack(evening, kiosk);
    await evening.until(() => kiosk.state().session.current.status === 'lost', 2 * SECOND);
    await kiosk.signIn(USER.harbour);
    expect(kiosk.state().door.selection, 'this door is not theirs').toBeNull();
    // That they may not is the platform's word, which it gives once.
    await evening.pass(40 * SECOND);
    expect(uploads(evening).length).toBeLessThanOrEqual(2);
    expect(kiosk.state()).toMatchObject({ records: { uploads: { pending: 2 }, discrepancies: 0 } });
    await kiosk.signIn(USER.matinee);
    await evening.until(nothingWaits(kiosk), SECOND);
    recordedOnce(tickets, evening);
  });
});

describe('the platform ends the session: the door goes on from the snapshot, and forgets no scan', () => {
  async function goesOn(evening: Evening, kiosk: TestKiosk) {
    await evening.until(() => kiosk.state().session.current.status === 'lost', SECOND);
    expect(kiosk.state().door.selection).not.toBeNull();
    const before = kiosk.state().records.uploads.pending;
    const [ticket = '', other = ''] = evening.tickets('valid', 2);
    expect(await kiosk.scan(ticket)).toMatchObject({ kind: 'admit', basis: 'cache', waited: 0 });
    const elsewhere = [
      ...evening.tickets('other-performance', 1),
      ...evening.tickets('other-series', 1),
      ...evening.tickets('unknown', 1),
      ...evening.tickets('voided', 1),
    ];
    expect((await kiosk.scanAll(elsewhere)).map(([, code]) => code)).toEqual([10, 9, 11, 13]);
    expect(kiosk.state().records.uploads.pending).toBe(before + 1);
    await kiosk.signIn();
    await evening.until(nothingWaits(kiosk), SECOND);
    recordedOnce([ticket], evening);
    expect(await kiosk.scan(other)).toMatchObject({ kind: 'admit', basis: 'platform' });
  }

  test('by a forced logout', async () => {
    const { evening, kiosk } = await openDoor();
    await kiosk.scan(RESERVED_BARCODES.unanticipatedForcedLogout);
    await goesOn(evening, kiosk);
  });

  test('also while somebody signs in again, however long that takes', async () => {
    const { evening, kiosk } = await openDoor();
    const [first = '', second = ''] = evening.tickets('valid', 2);
    evening.counter.endAllSessions();
    await kiosk.scan(first);
    evening.proxy.fault = inTurn('authenticate', { type: 'hang' });
    const signingIn = kiosk.signIn();
    await evening.quiet();
    expect(kiosk.state().session.current.status).toBe('signing-in');
    expect(await kiosk.scan(second)).toMatchObject({ kind: 'admit', basis: 'cache' });
    await signingIn;
    expect(kiosk.state().session.current.status, 'nobody has answered').toBe('lost');
    await goesOn(evening, kiosk);
  });

  test('because its token is dead, which a guest’s scan brings to light: the guest comes in all the same', async () => {
    const { evening, kiosk } = await openDoor();
    evening.counter.endAllSessions();
    const [ticket = ''] = evening.tickets('valid', 1);
    expect(await kiosk.scan(ticket)).toMatchObject({ kind: 'admit', basis: 'cache' });
    await goesOn(evening, kiosk);
    recordedOnce([ticket], evening);
  });
});
