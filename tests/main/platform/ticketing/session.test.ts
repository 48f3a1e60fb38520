import { describe, expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from '#box-office/demo/accounts.ts';
import type { BoxOfficeOptions } from '#box-office/server.ts';
import { RESERVED_BARCODES } from '#box-office/reserved-barcodes.ts';
import { ERROR } from '#shared/api/index.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openHttp } from './support/client.ts';
import { deadPort, serve } from './support/serve.ts';
import {
  askedFor,
  MemoryStore,
  openSession,
  openTown,
  PASSWORD,
  USERNAME,
  whenAskedFor,
} from './support/session.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Options = Parameters<typeof openSession>[2];

/** A session that is signed in. */
async function openSignedIn(options: Options = {}) {
  const town = await openTown();
  const door = openSession(town.boxOffice.baseUrl, town.clock, options);
  expect(await door.session.signIn(USERNAME, PASSWORD)).toEqual({ ok: true, value: null });
  const credentials = door.session.credentials();
  if (credentials === null) throw new Error('signed in without credentials');
  return { ...town, ...door, credentials };
}

/** A sign-in that has arrived, and is answered when the test lets it be. */
async function openHeldSignIn(options: Options = {}) {
  let answer = () => {};
  const held = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
  const { boxOffice, clock } = await openTown({
    hooks: { beforeAnswer: ({ path }) => (path.endsWith('authenticate') ? held : undefined) },
  });
  const opened = openSession(boxOffice.baseUrl, clock, options);
  const signedIn = opened.session.signIn(USERNAME, PASSWORD);
  await whenAskedFor(boxOffice, 'authenticate');
  return { ...opened, boxOffice, signedIn, answer };
}

/** A user whose password is going to expire. */
function expiring() {
  const account = DEMO_ACCOUNTS.find(({ passwordDays }) => (passwordDays ?? 0) > 2);
  const days = account?.passwordDays ?? null;
  if (account === undefined || days === null) throw new Error('everybody’s password lasts');
  return { ...account, passwordDays: days };
}

describe('signing in', () => {
  test('leads from signed-out over signing-in to signed-in, with the expiry', async () => {
    const { states, clock } = await openSignedIn();
    const user = { username: USERNAME, daysTillPasswordExpires: null };
    expect(states).toEqual([
      { status: 'signing-in', username: USERNAME },
      { status: 'signed-in', user, expiresAt: clock.now() + HOUR },
    ]);
  });

  test.each(DEMO_ACCOUNTS.filter(({ username }) => /^(tür|matinee)/.test(username)))(
    'works for $username',
    async ({ username, password, passwordDays }) => {
      const { boxOffice, clock } = await openTown();
      const { session, client } = openSession(boxOffice.baseUrl, clock);
      await session.signIn(username, password);
      expect(session.state()).toMatchObject({
        status: 'signed-in',
        user: { username, daysTillPasswordExpires: passwordDays },
      });
      const credentials = session.credentials() ?? { username: '', token: '' };
      expect(await client.validateToken(credentials)).toMatchObject({ ok: true });
    },
  );

  test('the days of a password are counted down while a sign-in goes on, and over a crash', async () => {
    const { username, password, passwordDays } = expiring();
    const { boxOffice, clock } = await openTown();
    const store = new MemoryStore();
    const { session } = openSession(boxOffice.baseUrl, clock, { store });
    await session.signIn(username, password);
    const left = (of: typeof session) => {
      const state = of.state();
      return state.status === 'signed-in' ? state.user.daysTillPasswordExpires : state.status;
    };
    expect(left(session)).toBe(passwordDays);
    clock.sleep(2 * DAY - 1);
    expect(left(session)).toBe(passwordDays - 1);
    clock.sleep(1);
    expect(left(session)).toBe(passwordDays - 2);

    // The platform tells its time by the second, and now there is but the machine's clock.
    clock.sleep(SECOND);
    await boxOffice.close();
    const timings = { resumeGrace: 3 * DAY };
    const { session: after } = openSession(boxOffice.baseUrl, clock, { store, timings });
    await after.resume();
    expect(left(after)).toBe(passwordDays - 2);
  });

  test.each<[string, number | null, number | null]>([
    ['a day and a half from now', 1.5 * DAY, 2],
    ['in a minute', MINUTE, 1],
    ['a day and a half ago', -1.5 * DAY, -1],
    ['never', null, null],
  ])('a password of which only the end is told, %s', async (_when, ahead, days) => {
    const { clock } = await openTown();
    const at = clock.now();
    const baseUrl = await serve((_request, response) => {
      response.setHeader('Date', new Date(at).toUTCString());
      response.end(
        JSON.stringify({
          ...{ error: false, errorMessageHTML: null, errorDetails: null },
          ...{ accessToken: 'token', accessTokenExpiration: at + HOUR },
          passwordExpiresOn: ahead === null ? null : at + ahead,
        }),
      );
    });
    const { session } = openSession(baseUrl, clock);
    await session.signIn(USERNAME, PASSWORD);
    expect(session.state()).toMatchObject({ user: { daysTillPasswordExpires: days } });
  });

  test('with a wrong password is refused, and leaves nobody signed in', async () => {
    const { boxOffice, clock } = await openTown();
    const { session, store } = openSession(boxOffice.baseUrl, clock);
    expect(await session.signIn(USERNAME, 'wrong')).toMatchObject({
      error: { type: 'refused', error: { code: ERROR.authenticationFailed } },
    });
    expect(session.state()).toEqual({ status: 'signed-out' });
    expect(session.credentials()).toBeNull();
    expect(store).toMatchObject({ stored: null });
  });

  test('without a network says why', async () => {
    const { clock } = await openTown();
    const { session } = openSession(`http://127.0.0.1:${await deadPort()}`, clock);
    expect(await session.signIn(USERNAME, PASSWORD)).toEqual({
      ok: false,
      error: { type: 'offline', reason: 'refused' },
    });
    expect(session.state()).toEqual({ status: 'signed-out' });
  });

  test('twice at once: one after the other, and the first token is ended', async () => {
    const { boxOffice, clock } = await openTown();
    const { session } = openSession(boxOffice.baseUrl, clock);
    const both = await Promise.all([
      session.signIn(USERNAME, PASSWORD),
      session.signIn('foyer@usher.example', 'welcome-by-name'),
    ]);
    expect(both).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
    ]);
    expect(session.state()).toMatchObject({ user: { username: 'foyer@usher.example' } });
    await whenAskedFor(boxOffice, 'invalidateToken');
    expect(askedFor(boxOffice, 'authenticate')).toBe(2);
  });

  test('called off by signing out: its late token is ended on the platform', async () => {
    const { boxOffice, session, states, signedIn, answer } = await openHeldSignIn();
    await session.signOut();
    expect(await signedIn).toEqual({ ok: false, error: { type: 'cancelled' } });
    expect(askedFor(boxOffice, 'invalidateToken')).toBe(0);

    answer();
    await whenAskedFor(boxOffice, 'invalidateToken');
    expect(states.map(({ status }) => status)).toEqual(['signing-in', 'signed-out']);
  });

  test('again, after a session was lost: a wrong password leaves it lost', async () => {
    const { session, client, credentials, boxOffice } = await openSignedIn();
    await client.invalidateToken(credentials);
    await client.filterOptions(credentials);
    expect(session.state().status).toBe('lost');
    expect(await session.signIn(USERNAME, 'wrong')).toMatchObject({ ok: false });
    expect(session.state().status).toBe('lost');
    expect(await session.signIn(USERNAME, PASSWORD)).toMatchObject({ ok: true });
    expect(session.state().status).toBe('signed-in');
    expect(askedFor(boxOffice, 'invalidateToken')).toBe(1);
  });

  test('with no server chosen asks nobody', async () => {
    const { boxOffice, clock } = await openTown();
    const { session, server } = openSession(boxOffice.baseUrl, clock);
    server.client = null;
    expect(await session.signIn(USERNAME, PASSWORD)).toMatchObject({ error: { type: 'offline' } });
    expect(boxOffice.requests).toEqual([]);
  });
});

describe('an idle door', () => {
  test('renews its token when half of its life has gone, again and again', async () => {
    const { boxOffice, clock, session } = await openSignedIn();
    await clock.advance(30 * MINUTE - SECOND);
    expect(askedFor(boxOffice, 'validateToken')).toBe(0);
    await clock.advance(SECOND);
    await whenAskedFor(boxOffice, 'validateToken');
    await eventually(() =>
      expect(session.state()).toMatchObject({ expiresAt: clock.now() + HOUR }),
    );
    await clock.advance(30 * MINUTE);
    await whenAskedFor(boxOffice, 'validateToken', 2);
  });

  test('stays signed in for a day', async () => {
    const { boxOffice, clock, session } = await openSignedIn();
    for (let renewal = 1; renewal <= 48; renewal += 1) {
      await clock.advance(30 * MINUTE);
      await whenAskedFor(boxOffice, 'validateToken', renewal);
      await eventually(() =>
        expect(session.state()).toMatchObject({ expiresAt: clock.now() + HOUR }),
      );
    }
  });

  test('measures on the clock of the platform, wherever its own stands', async () => {
    const ahead = 5 * HOUR;
    const clock = new FakeClock();
    const { boxOffice } = await openTown({ now: () => clock.now() + ahead });
    const { session } = openSession(boxOffice.baseUrl, clock);
    await session.signIn(USERNAME, PASSWORD);
    await clock.advance(29 * MINUTE);
    expect(askedFor(boxOffice, 'validateToken')).toBe(0);
    await clock.advance(MINUTE);
    await whenAskedFor(boxOffice, 'validateToken');
  });

  test('any answer moves the expiry, and with it the renewal', async () => {
    const { boxOffice, clock, session, client, credentials } = await openSignedIn();
    await clock.advance(20 * MINUTE);
    await client.filterOptions(credentials);
    expect(session.state()).toMatchObject({ expiresAt: clock.now() + HOUR });
    await clock.advance(29 * MINUTE);
    expect(askedFor(boxOffice, 'validateToken')).toBe(0);
    await clock.advance(MINUTE);
    await whenAskedFor(boxOffice, 'validateToken');
  });

  test('an expiry that the platform moves back brings the renewal forward', async () => {
    const { boxOffice, clock, session, credentials, store } = await openSignedIn();
    session.noteExpiration(clock.now() + 10 * MINUTE, credentials);
    expect(session.state()).toMatchObject({ expiresAt: clock.now() + 10 * MINUTE });
    await clock.advance(5 * MINUTE - SECOND);
    expect(store).toMatchObject({ stored: { expiresAt: clock.now() + 5 * MINUTE + SECOND } });
    expect(askedFor(boxOffice, 'validateToken')).toBe(0);
    await clock.advance(SECOND);
    await whenAskedFor(boxOffice, 'validateToken');
  });
});

describe('an idle door whose clocks disagree', () => {
  /** Counts the renewals of each of `minutes`, with the wall clock `ahead` of the platform's. */
  async function renewals(minutes: number, ahead: number, options: BoxOfficeOptions) {
    const clock = new FakeClock();
    const { boxOffice } = await openTown({ now: () => clock.now() - ahead, ...options });
    const { session } = openSession(boxOffice.baseUrl, clock);
    await session.signIn(USERNAME, PASSWORD);
    const counts: number[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      const before = boxOffice.requests.length;
      // In small steps, so that an answer gets the real time that it needs.
      for (let step = 0; step < 12; step += 1) {
        await clock.advance(5 * SECOND);
        await eventually(() =>
          expect(boxOffice.requests.every(({ answered }) => answered)).toBe(true),
        );
      }
      counts.push(boxOffice.requests.length - before);
    }
    return { counts, total: counts.reduce((sum, count) => sum + count, 0), session };
  }

  test.each<[string, BoxOfficeOptions]>([
    ['Date', {}],
    ['an Age', { age: 0 }],
    ['no Date', { sendsDate: false }],
  ])(
    'renews every 30 minutes with a platform that sends %s',
    async (_what, options) => {
      for (const ahead of [2 * HOUR, -3 * HOUR]) {
        const { total, session } = await renewals(95, ahead, options);
        expect(total, `${ahead} ms ahead`).toBe(3);
        expect(session.state().status).toBe('signed-in');
      }
    },
    60_000,
  );

  test('checks a token that is turned away again and again once a minute', async () => {
    const { boxOffice, clock, session, credentials } = await openSignedIn();
    for (let step = 0; step < 60; step += 1) {
      session.noteTurnedAway(credentials);
      await clock.advance(5 * SECOND);
      await eventually(() =>
        expect(boxOffice.requests.every(({ answered }) => answered)).toBe(true),
      );
    }
    expect(askedFor(boxOffice, 'validateToken')).toBe(5);
    expect(session.state().status).toBe('signed-in');
  });

  test.each([
    ['has passed', Date.UTC(2026, 10, 1)],
    ['is far off', Date.UTC(2027, 0, 1)],
  ])(
    'renews after 30 minutes with an expiry that %s',
    async (_what, expiry) => {
      const { counts } = await renewals(65, 0, {
        hooks: { beforeAnswer: () => signedInUntil(expiry) },
      });
      expect(counts.flatMap((count, minute) => (count === 0 ? [] : [minute + 1]))).toEqual([
        30, 60,
      ]);
    },
    60_000,
  );

  /** What every call answers. */
  function signedInUntil(accessTokenExpiration: number): Response {
    const envelope = { error: false, errorMessageHTML: null, errorDetails: null };
    return Response.json({ ...envelope, accessToken: 'token', accessTokenExpiration });
  }
});

describe('a door without a network', () => {
  /** Signed in; then somebody pulls the cable. */
  async function openLonelyDoor() {
    const cable = { plugged: true };
    const { fetch } = openHttp();
    const door = await openSignedIn({
      fetch(url, init) {
        if (cable.plugged) return fetch(url, init);
        return Promise.reject(Object.assign(new Error('no network'), { code: 'ENETUNREACH' }));
      },
    });
    cable.plugged = false;
    return { ...door, cable };
  }

  test('tries again every minute, and is renewed when the network is back', async () => {
    const { clock, session, outcomes, cable } = await openLonelyDoor();
    await clock.advance(30 * MINUTE);
    for (let failures = 1; failures <= 5; failures += 1) {
      expect(outcomes.filter(({ type }) => type === 'offline')).toHaveLength(failures);
      if (failures === 5) cable.plugged = true;
      await clock.advance(MINUTE);
    }
    await eventually(() =>
      expect(session.state()).toMatchObject({ status: 'signed-in', expiresAt: clock.now() + HOUR }),
    );
  });

  test('stays signed in past the expiry; only the platform can say that the token is dead', async () => {
    const { clock, session, cable } = await openLonelyDoor();
    await clock.advance(2 * HOUR);
    expect(session.state().status).toBe('signed-in');
    cable.plugged = true;
    // In small steps: the next attempt needs real time, and has a limit on this clock.
    await eventually(
      async () => {
        await clock.advance(SECOND);
        expect(session.state()).toMatchObject({
          status: 'lost',
          reason: { type: 'ended-by-platform', error: { code: ERROR.tokenExpired } },
        });
      },
      { interval: 10 },
    );
  });
});

describe('a session is lost', () => {
  test('when a call is refused for its token', async () => {
    const { session, client, credentials, store } = await openSignedIn();
    await client.invalidateToken(credentials);
    await client.filterOptions(credentials);
    expect(session.state()).toMatchObject({
      status: 'lost',
      user: { username: USERNAME },
      reason: { error: { code: ERROR.tokenNotValid } },
    });
    expect(session.credentials()).toBeNull();
    await eventually(() => expect(store).toMatchObject({ stored: null }));
  });

  test('when a scan forces the logout', async () => {
    const { session, client, credentials, boxOffice } = await openSignedIn();
    await client.validateTicket(credentials, {
      barcodeString: RESERVED_BARCODES.unanticipatedForcedLogout,
      clientId: boxOffice.ids.clientId,
    });
    expect(session.state()).toMatchObject({
      status: 'lost',
      reason: { error: { code: ERROR.unanticipatedErrorForcedLogout } },
    });
  });

  test.each([
    [1, false, 'lost'],
    [5, false, 'lost'],
    [6, false, 'lost'],
    [17, false, 'lost'],
    [7, true, 'lost'],
    [99, true, 'lost'],
    [2, false, 'signed-in'],
    [7, false, 'signed-in'],
    [12, false, 'signed-in'],
    [16, false, 'signed-in'],
    [99, false, 'signed-in'],
  ])('code %i with forceLogout %s: %s', async (code, forceLogout, status) => {
    const { session, credentials } = await openSignedIn();
    session.noteRefusal({ code, forceLogout, key: '', name: '', messageHtml: null }, credentials);
    expect(session.state().status).toBe(status);
  });

  test('and asks for nothing any more', async () => {
    const { session, client, credentials, boxOffice, clock } = await openSignedIn();
    await client.invalidateToken(credentials);
    await client.validateToken(credentials);
    const before = boxOffice.requests.length;
    await clock.advance(3 * HOUR);
    await session.stop();
    expect(boxOffice.requests).toHaveLength(before);
  });

  test('but not by a late answer to an earlier one', async () => {
    const { session, credentials, clock } = await openSignedIn();
    await session.signOut();
    await session.signIn(USERNAME, PASSWORD);
    const state = session.state();
    const error = { code: 6, key: '', name: '', forceLogout: true, messageHtml: null };
    session.noteRefusal(error, credentials);
    session.noteExpiration(clock.now() + 9 * HOUR, credentials);
    expect(session.state()).toEqual(state);
  });
});

describe('signing out', () => {
  test('ends the token on the platform and forgets it here', async () => {
    const { session, client, credentials, store } = await openSignedIn();
    await session.signOut();
    expect(session.state()).toEqual({ status: 'signed-out' });
    expect(session.credentials()).toBeNull();
    expect(store).toMatchObject({ stored: null });
    expect(await client.validateToken(credentials)).toMatchObject({
      error: { type: 'refused', error: { code: ERROR.tokenNotValid } },
    });
  });

  test('without a network forgets it all the same, and tries once', async () => {
    const { session, boxOffice, logger, store } = await openSignedIn();
    await boxOffice.close();
    await session.signOut();
    expect(session.state()).toEqual({ status: 'signed-out' });
    expect(store).toMatchObject({ stored: null });
    expect(logger.lines.join()).toContain('could not be invalidated');
  });
});

describe('closing', () => {
  test('ends the token', async () => {
    const { session, boxOffice } = await openSignedIn();
    await session.stop();
    expect(askedFor(boxOffice, 'invalidateToken')).toBe(1);
    expect(await session.signIn(USERNAME, PASSWORD)).toMatchObject({
      error: { type: 'cancelled' },
    });
  });

  test('takes three seconds at most when the platform does not answer', async () => {
    const hooks = {
      beforeAnswer: ({ path }: { path: string }) =>
        path.endsWith('invalidateToken') ? new Promise<undefined>(() => {}) : undefined,
    };
    const { boxOffice, clock } = await openTown({ hooks });
    const { session, store } = openSession(boxOffice.baseUrl, clock, { timings: { stop: 3000 } });
    await session.signIn(USERNAME, PASSWORD);
    let stopped = false;
    const stopping = session.stop().finally(() => (stopped = true));
    await whenAskedFor(boxOffice, 'invalidateToken');
    await clock.advance(2999);
    expect(stopped).toBe(false);
    await clock.advance(1);
    await stopping;
    expect(store).toMatchObject({ stored: null });
  });

  test('in the middle of a sign-in waits for its token, to end it', async () => {
    const { boxOffice, session, signedIn, answer } = await openHeldSignIn();
    const stopping = session.stop();
    expect(await signedIn).toMatchObject({ error: { type: 'cancelled' } });
    answer();
    await stopping;
    expect(askedFor(boxOffice, 'invalidateToken')).toBe(1);
  });
});

describe('after a crash', () => {
  /** The successor of a door that crashed some `minutes` ago, with the same store. */
  async function crash({ minutes = 10, baseUrl }: { minutes?: number; baseUrl?: string } = {}) {
    const { boxOffice, clock } = await openTown();
    const store = new MemoryStore();
    // Time stands still for the dead.
    const before = openSession(boxOffice.baseUrl, new FakeClock(), { store });
    await before.session.signIn(USERNAME, PASSWORD);
    const credentials = before.session.credentials() ?? { username: '', token: '' };
    await clock.advance(minutes * MINUTE);
    const after = openSession(baseUrl ?? boxOffice.baseUrl, clock, { store });
    return { boxOffice, clock, ...after, credentials, client: before.client };
  }

  test('a live token is taken up, with a new hour', async () => {
    const { session, clock, credentials } = await crash();
    await session.resume();
    expect(session.state()).toEqual({
      status: 'signed-in',
      user: { username: USERNAME, daysTillPasswordExpires: null },
      expiresAt: clock.now() + HOUR,
    });
    expect(session.credentials()).toEqual(credentials);
  });

  test('a dead token is forgotten', async () => {
    const { session, client, credentials, store } = await crash();
    await client.invalidateToken(credentials);
    await session.resume();
    expect(session.state()).toEqual({ status: 'signed-out' });
    await eventually(() => expect(store).toMatchObject({ stored: null }));
  });

  test('without a network the door opens again, and the token is tried until somebody answers', async () => {
    const { session, boxOffice, clock, outcomes } = await crash();
    await boxOffice.close();
    await session.resume();
    expect(session.state()).toMatchObject({ status: 'signed-in' });
    const before = outcomes.length;
    await clock.advance(MINUTE);
    await eventually(() => expect(outcomes.length).toBeGreaterThan(before));
  });

  test('without a network the door opens even after the expiry, for half a day', async () => {
    const open = await crash({ minutes: 13 * 60 });
    await open.boxOffice.close();
    await open.session.resume();
    expect(open.session.state().status).toBe('signed-in');

    const shut = await crash({ minutes: 13 * 60 + 1 });
    await shut.boxOffice.close();
    await shut.session.resume();
    expect(shut.session.state()).toEqual({ status: 'signed-out' });
    expect(shut.store).toMatchObject({ stored: null });
  });

  test.each([
    ['is zero', () => 0],
    ['was yesterday', (now: number) => now - DAY],
  ])('the door opens without a network if the told expiry %s', async (_what, expiry) => {
    const { boxOffice, clock, session, credentials, store } = await openSignedIn();
    session.noteExpiration(expiry(clock.now()), credentials);
    const error = { code: ERROR.tokenNotValid, key: '', name: '', forceLogout: true };
    session.noteRefusal({ ...error, messageHtml: null }, credentials, 503);
    expect(session.state().status).toBe('signed-in');
    await session.suspend();
    await boxOffice.close();
    const { session: after } = openSession(boxOffice.baseUrl, clock, { store });
    await after.resume();
    expect(after.state()).toMatchObject({ status: 'signed-in' });
  });

  test('a platform that does not answer holds up the start for two seconds, not more', async () => {
    let silent = false;
    let answer = () => {};
    const held = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
    const { boxOffice, clock } = await openTown({
      hooks: { beforeAnswer: () => (silent ? held : undefined) },
    });
    const store = new MemoryStore();
    await openSession(boxOffice.baseUrl, clock, { store }).session.signIn(USERNAME, PASSWORD);
    silent = true;
    const { session } = openSession(boxOffice.baseUrl, clock, { store });
    const resumed = session.resume();
    await whenAskedFor(boxOffice, 'validateToken');
    await clock.advance(2000);
    await resumed;
    expect(session.state().status).toBe('signed-in');
    silent = false;
    answer();
  });

  test("another server never sees this one's token, which ends where it came from", async () => {
    const { boxOffice: other } = await openTown();
    const { session, store, boxOffice } = await crash({ baseUrl: other.baseUrl });
    await session.resume();
    expect(session.state()).toEqual({ status: 'signed-out' });
    await eventually(() => expect(store).toMatchObject({ stored: null }));
    await whenAskedFor(boxOffice, 'invalidateToken');
    expect(other.requests).toEqual([]);
  });

  test('signing out while the token is being tried ends it', async () => {
    const { session, boxOffice } = await crash();
    const resumed = session.resume();
    await session.signOut();
    await resumed;
    expect(session.state()).toEqual({ status: 'signed-out' });
    await whenAskedFor(boxOffice, 'invalidateToken');
  });

  test('nothing was stored: nothing happens', async () => {
    const { boxOffice, clock } = await openTown();
    const { session, states } = openSession(boxOffice.baseUrl, clock);
    await session.resume();
    expect(states).toEqual([]);
    expect(boxOffice.requests).toEqual([]);
  });

  test('the stored expiry follows, but not with every scan', async () => {
    const store = new MemoryStore();
    const { clock, client, credentials } = await openSignedIn({ store });
    for (let scan = 0; scan < 10; scan += 1) {
      await clock.advance(10 * SECOND);
      await client.filterOptions(credentials);
    }
    expect(store.saves).toBe(2);
    expect(store.stored?.expiresAt).toBe(clock.now() + HOUR - 40 * SECOND);
  });
});

describe('at rest', () => {
  test('nothing is asked any more, and the token lives on for another to take up', async () => {
    const store = new MemoryStore();
    const { session, boxOffice, clock, credentials } = await openSignedIn({ store });
    const asked = boxOffice.requests.length;
    await session.suspend();
    expect(session.credentials()).toBeNull();
    await clock.advance(50 * MINUTE);
    expect(boxOffice.requests).toHaveLength(asked);

    const successor = openSession(boxOffice.baseUrl, clock, { store });
    await successor.session.resume();
    expect(successor.session.state().status).toBe('signed-in');
    expect(successor.session.credentials()).toEqual(credentials);
  });

  test('a sign-in under way comes to its end first', async () => {
    const store = new MemoryStore();
    const { boxOffice, session, signedIn, answer } = await openHeldSignIn({ store });
    const rested = session.suspend();
    answer();
    await rested;
    expect(await signedIn).toEqual({ ok: true, value: null });
    expect(store.stored?.username).toBe(USERNAME);
    expect(askedFor(boxOffice, 'invalidateToken')).toBe(0);
  });

  test('the end ends the token all the same', async () => {
    const store = new MemoryStore();
    const { session, boxOffice } = await openSignedIn({ store });
    await session.suspend();
    await session.stop();
    expect(askedFor(boxOffice, 'invalidateToken')).toBe(1);
    expect(store.stored).toBeNull();
  });
});

test('a broken store costs no session, and its error tells no token', async () => {
  const broken = {
    load: () => Promise.reject(new Error('disk')),
    save: (session: { token: string }) =>
      Promise.reject(new Error(`cannot write ${session.token}`)),
    clear: () => Promise.reject(new Error('disk')),
  };
  const { session, logger, credentials } = await openSignedIn({ store: broken });
  expect(session.state().status).toBe('signed-in');
  await session.signOut();
  expect(logger.lines.length).toBeGreaterThan(0);
  expect(logger.lines.join()).not.toContain(credentials.token);
});

test('neither token nor password is in any state or log', async () => {
  const { session, client, states, logger, credentials, boxOffice } = await openSignedIn();
  await client.filterOptions(credentials);
  await boxOffice.close();
  await session.signOut();
  const written = JSON.stringify([states, logger.lines]);
  expect(written).not.toContain(credentials.token);
  expect(written).not.toContain(PASSWORD);
});
