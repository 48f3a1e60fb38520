import { describe, expect, onTestFinished, test } from 'vitest';
import type { OfflineReason } from '#shared/model/connection.ts';
import { Breaker } from '#main/sync/breaker.ts';
import { eventually } from '#tests/support/eventually.ts';
import { BAD_GATEWAY, openFaultProxy, PORTAL, type Fault } from '#tests/support/fault-proxy.ts';
import { CREDENTIALS, openClient } from '#tests/main/platform/ticketing/support/client.ts';
import { askedFor, openTown } from '#tests/main/platform/ticketing/support/session.ts';

/** How long a guest waits for the platform, in milliseconds. */
const BUDGET = 1_000;

/** A kiosk behind a bad network. All that its breaker hears is what its requests meet with. */
async function openKiosk() {
  const { clock, boxOffice } = await openTown();
  const proxy = await openFaultProxy(boxOffice.baseUrl, clock);
  let changes = 0;
  const { client } = openClient(proxy.baseUrl, {
    clock,
    onOutcome(outcome) {
      if (outcome.type === 'answered') breaker.noteAnswer(outcome);
      else if (outcome.busy === undefined) breaker.noteFailure(outcome.reason);
    },
  });
  const breaker: Breaker = new Breaker({
    clock,
    probe: (timeLimit) => client.validateToken(CREDENTIALS, { timeLimit }),
    onChange: () => (changes += 1),
  });
  onTestFinished(() => breaker.stop());

  const reached = (requests: number) =>
    eventually(() => expect(proxy.passed.length).toBeGreaterThanOrEqual(requests));
  /** A guest's ticket is asked about. Returns the answer, or that the guest waits no longer. */
  async function scan(): Promise<void> {
    const before = proxy.passed.length;
    const ticket = { clientId: 284, barcodeString: 'A1' };
    const answer = client.validateTicket(CREDENTIALS, ticket);
    let answered = false;
    void answer.then(() => (answered = true));
    await eventually(() => expect(answered || proxy.passed.length > before).toBe(true));
    if (!hangs(proxy.fault({ method: 'POST', path: '', body: '' }))) {
      await answer;
      return;
    }
    await clock.advance(BUDGET);
    breaker.noteInVain('timeout');
  }
  return { clock, boxOffice, proxy, breaker, client, scan, reached, changes: () => changes };
}

function hangs(fault: Fault | null): boolean {
  return fault !== null && ['hang', 'swallow-answer', 'trickle'].includes(fault.type);
}

type Kiosk = Awaited<ReturnType<typeof openKiosk>>;

/** The next probe is due in `wait` ms. */
async function probe({ clock, reached, proxy }: Kiosk, wait: number): Promise<void> {
  const before = proxy.passed.length;
  await clock.advance(wait);
  await reached(before + 1);
}

/** The network is gone as a guest comes, and back at the next probe. */
async function goAndComeBack(kiosk: Kiosk): Promise<void> {
  const { proxy, scan, breaker } = kiosk;
  await proxy.cut();
  await scan();
  await proxy.mend();
  await probe(kiosk, 2_000);
  await eventually(() => expect(breaker.state).toEqual({ status: 'online' }));
}

test('one refused connection is enough, and its reason, time and next try can be told', async () => {
  const { proxy, scan, breaker, clock } = await openKiosk();
  await proxy.cut();
  await scan();
  const since = clock.now();
  expect(breaker.state).toEqual({
    status: 'offline',
    reason: 'refused',
    since,
    nextTry: since + 2_000,
    slow: false,
  });
  expect(breaker.reachable).toBe(false);
});

test.each<[string, Fault, OfflineReason]>([
  ['connections that die', { type: 'reset' }, 'reset'],
  ['a gateway without its platform', BAD_GATEWAY, 'server-error'],
])('%s: the first time may be an accident, the second is none', async (_what, fault, reason) => {
  const { proxy, scan, breaker } = await openKiosk();
  proxy.fault = () => fault;
  await scan();
  expect(breaker.state).toEqual({ status: 'online' });
  await scan();
  expect(breaker.state).toMatchObject({ status: 'offline', reason });
});

test.each<[string, Fault]>([
  ['a network that accepts and never answers', { type: 'hang' }],
  ['a network of one byte a second', { type: 'trickle' }],
])('%s costs one guest a second, and no further one', async (_what, fault) => {
  const { proxy, scan, breaker, reached } = await openKiosk();
  proxy.fault = () => fault;
  await scan();
  expect(breaker.state).toMatchObject({ status: 'offline', reason: 'timeout', nextTry: null });
  await reached(2);
});

test('a probe settles immediately whether a silent answer was an accident', async () => {
  const kiosk = await openKiosk();
  const { proxy, scan, breaker, boxOffice } = kiosk;
  proxy.fault = ({ path }) => (path.endsWith('/validateToken') ? null : { type: 'hang' });
  await scan();
  expect(breaker.state).toMatchObject({ status: 'offline' });
  await eventually(() => expect(breaker.state).toEqual({ status: 'online' }));
  expect(askedFor(boxOffice, 'validateToken')).toBe(1);
});

test('two accidents with an answer between them are not in a row', async () => {
  const { proxy, scan, breaker } = await openKiosk();
  for (const fault of [{ type: 'reset' } as const, null, { type: 'reset' } as const]) {
    proxy.fault = () => fault;
    await scan();
  }
  expect(breaker.state).toEqual({ status: 'online' });
});

test('a captive portal is no platform, at once', async () => {
  const { proxy, scan, breaker } = await openKiosk();
  proxy.fault = () => PORTAL;
  await scan();
  expect(breaker.state).toMatchObject({ status: 'offline', reason: 'captive-portal' });
});

test.each<OfflineReason>(['dns', 'tls', 'unreachable'])('%s counts at once', async (reason) => {
  const { breaker } = await openKiosk();
  breaker.noteFailure(reason);
  expect(breaker.state).toMatchObject({ status: 'offline', reason });
});

test('a platform that asks to come again later is there', async () => {
  const { proxy, scan, breaker } = await openKiosk();
  proxy.fault = () => ({ type: 'answer', status: 429, body: '', headers: { 'retry-after': '9' } });
  await scan();
  await scan();
  expect(breaker.state).toEqual({ status: 'online' });
});

describe('without any scan', () => {
  test('the network is tried after 2 s, 5 s and then every 10 s', async () => {
    const { clock, breaker } = await openKiosk();
    const tries: number[] = [];
    const alone: Breaker = new Breaker({
      clock,
      probe() {
        tries.push(clock.now());
        return Promise.resolve({ ok: false, error: { type: 'offline', reason: 'refused' } });
      },
      onChange: () => undefined,
    });
    breaker.stop();
    const start = clock.now();
    alone.noteFailure('refused');
    await clock.advance(36_000);
    alone.stop();
    await clock.advance(60_000);
    expect(tries.map((at) => at - start)).toEqual([2_000, 5_000, 15_000, 25_000, 35_000]);
  });

  test('the kiosk is online again 2 s after the network is back', async () => {
    const kiosk = await openKiosk();
    const { proxy, breaker, boxOffice, clock } = kiosk;
    await goAndComeBack(kiosk);
    expect(breaker.reachable).toBe(true);
    expect(askedFor(boxOffice, 'validateToken')).toBe(1);
    await clock.advance(60_000);
    expect(proxy.passed, 'and is not tried any more').toHaveLength(1);
  });

  test('a probe that is never answered ends, and the next one finds the network', async () => {
    const kiosk = await openKiosk();
    const { proxy, scan, breaker, clock, reached } = kiosk;
    proxy.fault = () => ({ type: 'hang' });
    await scan();
    await reached(2);
    expect(breaker.state).toMatchObject({ status: 'offline', nextTry: null });
    await clock.advance(5_000);
    await eventually(() =>
      expect(breaker.state).toMatchObject({ reason: 'timeout', nextTry: clock.now() + 2_000 }),
    );
    proxy.fault = () => null;
    await probe(kiosk, 2_000);
    await eventually(() => expect(breaker.state).toEqual({ status: 'online' }));
  });

  test('the reason follows what the probes meet with; since when does not', async () => {
    const kiosk = await openKiosk();
    const { proxy, scan, breaker, clock } = kiosk;
    await proxy.cut();
    await scan();
    const since = clock.now();
    await proxy.mend();
    proxy.fault = () => PORTAL;
    await probe(kiosk, 2_000);
    await eventually(() =>
      expect(breaker.state).toMatchObject({ reason: 'captive-portal', since }),
    );
  });
});

test('a platform that answers too slowly for guests stays open, but can be uploaded to', async () => {
  const kiosk = await openKiosk();
  const { proxy, scan, breaker, clock } = kiosk;
  await proxy.cut();
  await scan();
  await proxy.mend();
  let release = () => {};
  proxy.fault = () => ({ type: 'hold', until: new Promise<void>((done) => (release = done)) });
  await probe(kiosk, 2_000);
  await clock.advance(BUDGET + 1);
  release();
  await eventually(() => expect(breaker.state).toMatchObject({ status: 'offline', slow: true }));
  expect(breaker.reachable).toBe(true);

  proxy.fault = () => null;
  await eventually(() => expect(breaker.state).toMatchObject({ nextTry: clock.now() + 3_000 }));
  await probe(kiosk, 3_000);
  await eventually(() => expect(breaker.state).toEqual({ status: 'online' }));
});

test('an answer that overtakes a probe closes it; what becomes of the probe does not matter', async () => {
  const kiosk = await openKiosk();
  const { proxy, scan, breaker, clock } = kiosk;
  await proxy.cut();
  await scan();
  await proxy.mend();
  proxy.fault = ({ path }) => (path.endsWith('/validateToken') ? { type: 'hang' } : null);
  await probe(kiosk, 2_000);
  breaker.noteAnswer({ roundTrip: 40, receivedAt: clock.steady() });
  expect(breaker.state).toEqual({ status: 'online' });
  await clock.advance(60_000);
  expect(breaker.state).toEqual({ status: 'online' });
});

test.each([5 * 60 * 60_000, -5 * 60 * 60_000])(
  "somebody sets the kiosk's clock by %i ms while a probe is under way: its answer is as prompt as it was",
  async (by) => {
    const kiosk = await openKiosk();
    const { proxy, scan, breaker, clock } = kiosk;
    await proxy.cut();
    await scan();
    await proxy.mend();
    await probe(kiosk, 2_000);
    clock.setForward(by);
    await eventually(() => expect(breaker.state).toEqual({ status: 'online' }));
    const receivedAt = clock.steady();
    clock.setForward(by);
    await proxy.cut();
    await scan();
    breaker.noteAnswer({ roundTrip: 40, receivedAt });
    expect(breaker.state).toEqual({ status: 'online' });
  },
);

describe('a platform that answers probes, and never about a ticket', () => {
  /** How long it takes until guests are asked about again, after a guest has waited in vain. */
  async function openFor(kiosk: Kiosk): Promise<number> {
    const { clock, breaker } = kiosk;
    const { state } = breaker;
    const wait = state.status === 'offline' ? (state.nextTry ?? 0) - clock.now() : 0;
    await probe(kiosk, wait);
    await eventually(() => expect(breaker.state).toEqual({ status: 'online' }));
    return wait;
  }

  async function halfDead() {
    const kiosk = await openKiosk();
    kiosk.proxy.fault = ({ path }) => (path.endsWith('/validateToken') ? null : { type: 'hang' });
    await kiosk.scan();
    await eventually(() => expect(kiosk.breaker.state).toEqual({ status: 'online' }));
    return kiosk;
  }

  test('keeps one guest waiting after 10 s, and then one every 30 s', async () => {
    const kiosk = await halfDead();
    for (const wait of [10_000, 30_000, 30_000]) {
      await kiosk.scan();
      expect(kiosk.breaker.state).toMatchObject({ status: 'offline', reason: 'timeout' });
      expect(await openFor(kiosk)).toBe(wait);
    }
  });

  test('is trusted again once it has given its word about one', async () => {
    const kiosk = await halfDead();
    const { breaker, scan } = kiosk;
    await scan();
    await openFor(kiosk);
    breaker.noteWord(40);
    await scan();
    await eventually(() => expect(breaker.state, 'an accident').toEqual({ status: 'online' }));
    await scan();
    expect(await openFor(kiosk)).toBe(10_000);
  });

  test('is not trusted for a word that nobody waited for', async () => {
    const kiosk = await halfDead();
    kiosk.breaker.noteWord(1_001);
    await kiosk.scan();
    expect(kiosk.breaker.state).toMatchObject({ status: 'offline' });
  });
});

test('answers to others do not part two guests whose connections died', async () => {
  const { breaker, clock } = await openKiosk();
  breaker.noteInVain('reset');
  breaker.noteAnswer({ roundTrip: 40, receivedAt: clock.steady() });
  breaker.noteInVain('reset');
  expect(breaker.state).toMatchObject({ status: 'offline', reason: 'reset' });
});

test('on trial, a connection that dies costs a guest no time, and may be an accident', async () => {
  const kiosk = await openKiosk();
  const { breaker, clock } = kiosk;
  await goAndComeBack(kiosk);
  breaker.noteInVain('reset');
  expect(breaker.state).toEqual({ status: 'online' });
  breaker.noteInVain('reset');
  expect(breaker.state).toMatchObject({ status: 'offline', nextTry: clock.now() + 2_000 });
});

test('another platform starts anew', async () => {
  const { proxy, scan, breaker, clock } = await openKiosk();
  await proxy.cut();
  await scan();
  breaker.forget();
  expect(breaker.state).toEqual({ status: 'online' });
  await clock.advance(60_000);
  expect(proxy.passed).toHaveLength(0);
});
