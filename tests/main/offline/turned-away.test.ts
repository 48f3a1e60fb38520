import { err, ok } from '#shared/result.ts';
import { USER } from '#tests/box-office/support.ts';
import { describe, expect, test } from 'vitest';
import type { Fault, Passing } from '#tests/support/fault-proxy.ts';
import { HOUR, MINUTE, SECOND } from './support/evening.ts';
import { openDoor } from './support/open-door.ts';

/** A gateway before the platform that takes a token no more, or something on the way. */
function turningAway(status: number, type?: string): Fault {
  const headers = type === undefined ? {} : { 'content-type': type };
  return { type: 'answer', status, headers, body: type === undefined ? '' : '<h1>No</h1>' };
}

/** Whatever is asked in somebody's name. */
const named = (fault: Fault) => (passing: Passing) =>
  passing.authorization === undefined ? null : fault;

const asks = (end: string, fault: Fault) => (passing: Passing) =>
  passing.path.split('?')[0]?.endsWith(end) === true ? fault : null;

describe('a gateway takes the token no more, without a word', () => {
  test.each([
    [401, undefined],
    [401, 'text/html; charset=utf-8'],
    [403, undefined],
    [403, 'application/json'],
  ])(
    'HTTP %i (%s): the snapshot decides, somebody is asked to sign in, and no scan is lost',
    async (status, type) => {
      const { evening, kiosk } = await openDoor();
      const [first = '', second = '', third = ''] = evening.tickets('valid', 3);
      evening.proxy.fault = named(turningAway(status, type));
      expect(await kiosk.scan(first)).toMatchObject({ kind: 'admit', basis: 'cache' });
      expect(kiosk.state().session.current.status, 'once is an accident').toBe('signed-in');
      await evening.until(() => kiosk.state().session.current.status === 'lost', 30 * SECOND);
      expect(kiosk.state()).toMatchObject({
        session: { current: { reason: { type: 'turned-away', status } } },
        records: { uploads: { pending: 1 } },
      });
      expect(await kiosk.scan(second)).toMatchObject({ kind: 'admit', basis: 'cache' });

      evening.proxy.fault = () => null;
      await kiosk.signIn();
      await evening.until(() => kiosk.state().records.uploads.pending === 0, MINUTE);
      expect(await kiosk.scan(third)).toMatchObject({ kind: 'admit', basis: 'platform' });
      for (const code of [first, second, third])
        expect(evening.boxOffice.scansOf(code)).toHaveLength(1);
    },
  );

  test.each(['/syncScans', '/cache/validTickets', '/validateToken'])(
    'nobody scans: it is found by %s',
    async (end) => {
      const { evening, kiosk } = await openDoor();
      await evening.proxy.cut();
      await kiosk.scanAll(evening.tickets('valid', 1));
      const turnedAway = (passing: Passing) =>
        asks(end, turningAway(401))(passing) ?? asks('/validateToken', turningAway(401))(passing);
      await evening.proxy.mend();
      evening.proxy.fault = turnedAway;
      await evening.until(() => kiosk.state().session.current.status === 'lost', HOUR);
      expect(kiosk.state().records.uploads.pending).toBe(1);
    },
  );
});

test.each(['/validateTicket', '/cache/syncScans', '/validateToken'])(
  'a gateway stumbles once, over %s: the session goes on',
  async (end) => {
    const { evening, kiosk } = await openDoor();
    let left = 1;
    evening.proxy.fault = (passing) =>
      passing.path.endsWith(end) && left-- > 0 ? turningAway(401) : null;
    await kiosk.scanAll(evening.tickets('valid', 2));
    await evening.pass(2 * MINUTE);
    expect(kiosk.state()).toMatchObject({
      session: { current: { status: 'signed-in' }, connection: { status: 'online' } },
      records: { uploads: { pending: 0 } },
    });
  },
);

test('one endpoint alone turns everybody away: the token is good all the same', async () => {
  const { evening, kiosk } = await openDoor();
  evening.proxy.fault = asks('/validateTicket', turningAway(403));
  for (const code of evening.tickets('valid', 4)) {
    expect(await kiosk.scan(code)).toMatchObject({ kind: 'admit', basis: 'cache' });
    await evening.pass(10 * SECOND);
  }
  expect(kiosk.state().session.current.status).toBe('signed-in');
});

test('a filter on the way blocks everything with a page: the session waits as long as its token lives', async () => {
  const { evening, kiosk } = await openDoor();
  evening.proxy.fault = () => turningAway(403, 'text/html');
  const [first = '', second = ''] = evening.tickets('valid', 2);
  expect(await kiosk.scan(first)).toMatchObject({ kind: 'admit', basis: 'cache' });
  await evening.pass(20 * MINUTE);
  expect(kiosk.state()).toMatchObject({
    session: {
      current: { status: 'signed-in' },
      connection: { status: 'offline', reason: 'firewall' },
    },
  });

  evening.proxy.fault = () => null;
  await evening.until(() => kiosk.state().records.uploads.pending === 0, MINUTE);
  expect(await kiosk.scan(second)).toMatchObject({ kind: 'admit', basis: 'platform' });
  evening.proxy.fault = () => turningAway(403, 'text/html');
  await evening.pass(HOUR + MINUTE);
  expect(kiosk.state().session.current).toMatchObject({ status: 'lost', reason: { status: 403 } });
});

test('at a locked guests’ door whoever was signed in signs in again, and nobody else, whatever their account', async () => {
  const { evening, kiosk } = await openDoor();
  const { handlers } = kiosk;
  expect(await handlers.setPin({ pin: '2468' })).toEqual(ok(null));
  expect(await handlers.changeSettings({ change: { audience: 'guest' } })).toEqual(ok(null));
  await handlers.lock(null);
  evening.proxy.fault = named(turningAway(401));
  await kiosk.scanAll(evening.tickets('valid', 1));
  await evening.until(() => kiosk.state().session.current.status === 'lost', 30 * SECOND);
  evening.proxy.fault = () => null;

  const {
    door: { selection },
  } = kiosk.state();
  expect(await kiosk.signIn(USER.harbour)).toEqual(err({ type: 'another-user' }));
  expect(kiosk.state()).toMatchObject({
    door: { selection },
    session: { current: { status: 'lost' } },
  });
  await kiosk.signIn();
  await evening.until(() => kiosk.state().session.current.status === 'signed-in', 30 * SECOND);
  expect(kiosk.state().door.selection).toEqual(selection);
});
