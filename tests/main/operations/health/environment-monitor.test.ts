import { describe, expect, test } from 'vitest';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';
import {
  openEvening,
  SECOND,
  type Evening,
  type TestKiosk,
} from '#tests/main/offline/support/evening.ts';
import { openDoor } from '#tests/main/offline/support/open-door.ts';

/** What is asked of the platform takes so long from now on. */
function slowDown({ world, proxy }: Evening, endpoint: string, ms: number): void {
  proxy.fault = ({ path }) => {
    if (!path.endsWith(`/${endpoint}`)) return null;
    return { type: 'hold', until: new Promise<void>((resolve) => world.after(ms, resolve)) };
  };
}

/** The round trip asked for, while time passes as far as it has to. */
async function check({ until }: Evening, { handlers }: TestKiosk) {
  const asked = Promise.resolve(handlers.checkHealth(null));
  let isDone = false;
  void asked.finally(() => (isDone = true));
  await until(() => isDone, 10 * SECOND);
  return asked;
}

const asked = ({ passed }: FaultProxy, endpoint: string) =>
  passed.filter(({ path }) => path.endsWith(`/${endpoint}`)).length;

async function open() {
  const evening = await openEvening();
  const kiosk = await evening.kiosk();
  return { evening, kiosk, roundTrip: () => kiosk.state().machine.health.roundTrip };
}

/** An open door whose network has been gone for a while. */
async function openOffline() {
  const { evening, kiosk } = await openDoor();
  await evening.proxy.cut();
  await kiosk.scan(evening.tickets('valid', 1)[0] ?? '');
  await evening.pass(20 * SECOND);
  return { evening, kiosk };
}

describe('the round trip', () => {
  test('is measured with every guest, from the question to the answer', async () => {
    const { evening, kiosk, roundTrip } = await open();
    await kiosk.openDoor();
    expect(roundTrip(), 'nothing that a guest waits for was asked').toBeNull();
    const [first = '', second = ''] = evening.tickets('valid', 2);
    await kiosk.scan(first);
    expect(roundTrip()).toMatchObject({ newest: 0, count: 1, measuredAt: kiosk.machine.now() });
    slowDown(evening, 'validateTicket', 750);
    await kiosk.scan(second);
    expect(roundTrip()).toMatchObject({ newest: 750, count: 2 });
  });

  test('of an answer that comes after the guest’s time counts as well', async () => {
    const { evening, kiosk, roundTrip } = await open();
    await kiosk.openDoor();
    slowDown(evening, 'validateTicket', 4_000);
    expect(await kiosk.scan(evening.tickets('valid', 1)[0] ?? '')).toMatchObject({
      basis: 'cache',
    });
    expect(roundTrip(), 'of the probe').toMatchObject({ newest: 0, count: 1 });
    await evening.pass(4 * SECOND);
    expect(roundTrip()).toMatchObject({ newest: 4_000 });
  });

  test('is measured at once when somebody wants to know, with nobody signed in too', async () => {
    const { evening, kiosk, roundTrip } = await open();
    slowDown(evening, 'validateToken', 500);
    expect(await check(evening, kiosk)).toEqual({ ok: true, value: null });
    expect(roundTrip()).toMatchObject({ newest: 500, count: 1 });
    await kiosk.openDoor();
    await check(evening, kiosk);
    expect(roundTrip()).toMatchObject({ newest: 500, count: 2 });
  });

  test('of another platform says nothing about this one', async () => {
    const { evening, kiosk, roundTrip } = await open();
    await check(evening, kiosk);
    expect(roundTrip()).not.toBeNull();
    await kiosk.handlers.forgetBaseUrl(null);
    expect(roundTrip()).toBeNull();
    expect(await check(evening, kiosk), 'there is nobody to ask').toEqual({
      ok: true,
      value: null,
    });
  });
});

describe('asked for a sign of life', () => {
  test('a platform that gives none: why, and nobody is kept from asking again', async () => {
    const { evening, kiosk } = await open();
    await kiosk.openDoor();
    evening.proxy.fault = () => ({ type: 'hang' });
    const silent = { ok: false, error: { type: 'no-sign-of-life', reason: 'timeout' } };
    expect(await check(evening, kiosk)).toEqual(silent);
    expect(kiosk.state().session.connection.status, 'once may be an accident').toBe('online');
    expect(await check(evening, kiosk)).toEqual(silent);
    expect(kiosk.state().session.connection).toMatchObject({
      status: 'offline',
      reason: 'timeout',
    });
  });

  test('a platform that is back is found before its time comes', async () => {
    const { evening, kiosk } = await openOffline();
    const {
      session: { connection },
    } = kiosk.state();
    expect(connection).toMatchObject({ status: 'offline', reason: 'refused' });
    await evening.proxy.mend();
    // At once: no time passes.
    expect(await kiosk.handlers.checkHealth(null)).toEqual({ ok: true, value: null });
    expect(kiosk.state().session.connection).toEqual({ status: 'online' });
    await evening.pass(20 * SECOND);
    expect(kiosk.state().session.connection).toEqual({ status: 'online' });
  });

  test('it is still away: when it is tried next, and once only', async () => {
    const { evening, kiosk } = await openOffline();
    expect(await kiosk.handlers.checkHealth(null)).toMatchObject({ error: { reason: 'refused' } });
    expect(kiosk.state().session.connection).toMatchObject({
      nextTry: kiosk.machine.now() + 10 * SECOND,
    });
    await evening.proxy.mend();
    const before = asked(evening.proxy, 'validateToken');
    await evening.until(() => kiosk.state().session.connection.status === 'online', 10 * SECOND);
    expect(asked(evening.proxy, 'validateToken')).toBe(before + 1);
  });

  test('before anybody has signed in, a network that is down is noticed', async () => {
    const { evening, kiosk } = await open();
    await evening.proxy.cut();
    await check(evening, kiosk);
    expect(kiosk.state().session.connection).toMatchObject({
      status: 'offline',
      reason: 'refused',
    });
    await evening.proxy.mend();
    await evening.until(() => kiosk.state().session.connection.status === 'online', 20 * SECOND);
  });

  test('two who ask at once ask once', async () => {
    const { evening, kiosk } = await open();
    const before = asked(evening.proxy, 'validateToken');
    await Promise.all([check(evening, kiosk), check(evening, kiosk)]);
    expect(asked(evening.proxy, 'validateToken')).toBe(before + 1);
  });
});

test('what else is known: the disk, what keeps the key, what the kiosk runs on', async () => {
  const { evening, kiosk } = await open();
  await check(evening, kiosk);
  const { disk, keys, runtime } = kiosk.state().machine.health;
  expect(disk).toMatchObject({ type: 'known' });
  expect(keys).toEqual({ keeper: 'none', backend: null });
  expect(runtime).toEqual({ electron: null, chrome: null, node: process.versions.node });
});
