import { describe, expect, test } from 'vitest';
import { err, ok } from '#shared/result.ts';
import { inTurn } from '#tests/support/fault-proxy.ts';
import { SECOND } from './support/evening.ts';
import { openDoor } from './support/open-door.ts';

/** A door whose network has just gone; two guests came in without it. */
async function openOffline() {
  const { evening, kiosk } = await openDoor();
  await evening.proxy.cut();
  const tickets = evening.tickets('valid', 2);
  await kiosk.scanAll(tickets);
  return { evening, kiosk, tickets };
}

/** Scans wait although the platform answers: their last upload failed, and the next try is not due. */
async function openWaiting() {
  const { evening, kiosk, tickets } = await openOffline();
  evening.proxy.fault = inTurn('syncScans', { type: 'reset' });
  await evening.proxy.mend();
  await evening.until(() => kiosk.state().session.connection.status === 'online', 20 * SECOND);
  expect(kiosk.state().records.uploads.pending).toBe(2);
  return { evening, kiosk, tickets };
}

const wasTold = (leaving: 'signing-out' | 'closing') =>
  expect.objectContaining({
    session: expect.objectContaining({ leaving }) as object,
  }) as object;

describe('with the network, waiting scans go up before', () => {
  test('the operator is signed out', async () => {
    const { evening, kiosk, tickets } = await openWaiting();
    await kiosk.signOut();
    expect(kiosk.state()).toMatchObject({
      session: { current: { status: 'signed-out' }, leaving: null },
      door: { selection: null },
      records: { uploads: { pending: 0 } },
    });
    expect(kiosk.states).toContainEqual(wasTold('signing-out'));
    for (const ticket of tickets) expect(evening.boxOffice.scansOf(ticket)).toHaveLength(1);
    const ends = evening.proxy.passed.map(({ path }) => path.split('/').at(-1));
    expect(ends.indexOf('invalidateToken')).toBeGreaterThan(ends.lastIndexOf('syncScans'));
  });

  test('the operator is signed out, and nobody opens the door meanwhile or after it', async () => {
    const { evening, kiosk } = await openWaiting();
    const {
      door: { selection },
    } = kiosk.state();
    evening.proxy.fault = inTurn('syncScans', { type: 'hang' });
    const signedOut = kiosk.handlers.signOut(null);
    await evening.until(() => kiosk.state().session.leaving === 'signing-out', SECOND);
    const refused = err({ type: 'not-signed-in' });
    expect(await kiosk.handlers.select({ selection })).toEqual(refused);
    await evening.until(() => kiosk.state().session.current.status === 'signed-out', 20 * SECOND);
    await signedOut;
    expect(await kiosk.handlers.select({ selection })).toEqual(refused);
    expect(kiosk.state()).toMatchObject({
      session: { current: { status: 'signed-out' } },
      door: { selection: null },
    });
    expect(await kiosk.handlers.select({ selection: null }), 'closing always may be').toEqual(
      ok(null),
    );

    await kiosk.signIn();
    await kiosk.handlers.select({ selection });
    expect(kiosk.state()).toMatchObject({
      session: { current: { status: 'signed-in' } },
      door: { selection },
    });
  });

  test('the kiosk closes', async () => {
    const { evening, kiosk, tickets } = await openWaiting();
    await kiosk.close();
    expect(kiosk.states).toContainEqual(wasTold('closing'));
    for (const ticket of tickets) expect(evening.boxOffice.scansOf(ticket)).toHaveLength(1);
    expect(kiosk.ledger().map(({ upload }) => upload?.state)).toEqual(['recorded', 'recorded']);
  });
});

describe('without the network, waiting scans stay here, and go up after the next sign-in', () => {
  test('of the same kiosk', async () => {
    const { evening, kiosk, tickets } = await openOffline();
    await kiosk.signOut();
    expect(kiosk.state()).toMatchObject({
      session: { current: { status: 'signed-out' } },
      records: { uploads: { pending: 2 } },
    });
    await evening.proxy.mend();
    await evening.until(() => kiosk.state().session.connection.status === 'online', 20 * SECOND);
    expect(kiosk.state().records.uploads.pending, 'nobody is signed in').toBe(2);
    await kiosk.signIn();
    await evening.until(() => kiosk.state().records.uploads.pending === 0, SECOND);
    for (const ticket of tickets) expect(evening.boxOffice.scansOf(ticket)).toHaveLength(1);
  });

  test('after it was closed and started again', async () => {
    const { evening, kiosk, tickets } = await openOffline();
    await kiosk.close();
    expect(kiosk.states.at(-1)).toMatchObject({
      session: { leaving: 'closing' },
      records: { uploads: { pending: 2 } },
    });
    const again = await evening.kiosk({ folder: kiosk.folder });
    expect(again.state()).toMatchObject({
      session: { current: { status: 'signed-out' } },
      records: { uploads: { pending: 2 } },
    });
    await evening.proxy.mend();
    await again.signIn();
    await evening.until(() => again.state().records.uploads.pending === 0, 5 * SECOND);
    for (const ticket of tickets) expect(evening.boxOffice.scansOf(ticket)).toHaveLength(1);
  });

  test('and signing out takes no longer than ten seconds where uploads hang', async () => {
    const { evening, kiosk } = await openWaiting();
    evening.proxy.fault = ({ path }) =>
      path.endsWith('/syncScans') || path.endsWith('/invalidateToken') ? { type: 'hang' } : null;
    const start = evening.world.steady();
    await kiosk.signOut();
    expect(evening.world.steady() - start).toBeLessThanOrEqual(10 * SECOND);
    expect(kiosk.state().records.uploads.pending).toBe(2);
  });
});

test('a guest whose ticket is being checked as the kiosk closes still has a verdict, on the record', async () => {
  const { evening, kiosk } = await openDoor();
  evening.proxy.fault = inTurn('validateTicket', { type: 'hang' });
  const [ticket = ''] = evening.tickets('valid', 1);
  await kiosk.handlers.scan({ code: ticket, source: 'wedge' });
  await kiosk.close();
  const verdicts = kiosk.states.flatMap(({ verdict: { shown: verdict }, session: { leaving } }) =>
    verdict !== null && leaving === null ? [verdict.kind] : [],
  );
  expect(new Set(verdicts), 'shown before the kiosk says that it closes').toEqual(
    new Set(['admit']),
  );
  expect(kiosk.ledger()).toMatchObject([{ kind: 'admit', basis: 'cache', code: ticket }]);
});
