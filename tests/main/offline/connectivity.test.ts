import { describe, expect, test } from 'vitest';
import type { OfflineReason } from '#shared/model/connection.ts';
import { BAD_GATEWAY, PORTAL, type Fault } from '#tests/support/fault-proxy.ts';
import { serveTls } from '#tests/main/platform/ticketing/support/tls.ts';
import { SECOND, type Evening, type TestKiosk } from './support/evening.ts';
import { openDoor } from './support/open-door.ts';

const REDIRECT: Fault = {
  type: 'answer',
  status: 302,
  headers: { location: 'http://wifi.example/welcome' },
  body: '',
};

interface Trouble {
  readonly reason: OfflineReason;
  readonly begin: (evening: Evening, kiosk: TestKiosk) => Promise<void> | void;
}

const fault = (reason: OfflineReason, fault: Fault): Trouble => ({
  reason,
  begin({ proxy }) {
    proxy.fault = () => fault;
  },
});

const TROUBLES: readonly (readonly [string, Trouble])[] = [
  ['nobody listens there', { reason: 'refused', begin: ({ proxy }) => proxy.cut() }],
  ['connections die under their requests', fault('reset', { type: 'reset' })],
  ['connections die before their answers', fault('reset', { type: 'drop-answer' })],
  [
    'the host’s name is known to nobody',
    {
      reason: 'dns',
      begin: (_evening, { road }) => void (road.detour = 'http://tickets.invalid'),
    },
  ],
  [
    'somebody shows a certificate that nobody vouches for',
    {
      reason: 'tls',
      async begin(_evening, { road }) {
        const port = await serveTls((_request, response) => response.end('{}'));
        road.detour = `https://localhost:${port}`;
      },
    },
  ],
  ['a captive portal answers with its page', fault('captive-portal', PORTAL)],
  ['a captive portal sends everybody elsewhere', fault('captive-portal', REDIRECT)],
  ['a gateway has lost its platform', fault('server-error', BAD_GATEWAY)],
  ['the network takes everything and never answers', fault('timeout', { type: 'hang' })],
  ['the network brings one byte a second', fault('timeout', { type: 'trickle' })],
];

const scansAsked = ({ asked }: TestKiosk['road']) =>
  asked.filter((path) => path.endsWith('/validateTicket')).length;

/** How long a guest waits until the snapshot lets them in, in milliseconds. */
async function admittedAfter(kiosk: TestKiosk, ticket: string): Promise<number> {
  const told = await kiosk.scan(ticket);
  expect(told).toMatchObject({ kind: 'admit', basis: 'cache' });
  return told?.waited ?? -1;
}

describe.each(TROUBLES)('%s', (_what, { reason, begin }) => {
  test('guests come in by the snapshot, two wait at most, the reason is told; and it ends by itself', async () => {
    const { evening, kiosk } = await openDoor();
    const tickets = evening.tickets('valid', 6);
    await begin(evening, kiosk);
    const waited: number[] = [];
    for (const ticket of tickets) {
      waited.push(await admittedAfter(kiosk, ticket));
    }
    expect(waited.filter((ms) => ms > 0).length).toBeLessThanOrEqual(2);
    expect(Math.max(...waited)).toBeLessThanOrEqual(1_000);
    expect(
      scansAsked(kiosk.road),
      'who comes then is not asked about any more',
    ).toBeLessThanOrEqual(2);
    expect(kiosk.state().session.connection).toMatchObject({ status: 'offline', reason });
    // The next one is seen twice.
    await evening.pass(3 * SECOND);
    const again = await kiosk.scan(tickets.at(-1) ?? '');
    expect(again).toMatchObject({ kind: 'duplicate', code: 12, waited: 0 });
    expect(kiosk.state().session.connection).toMatchObject({ status: 'offline', reason });

    evening.proxy.fault = () => null;
    kiosk.road.detour = null;
    if (reason === 'refused') await evening.proxy.mend();
    await evening.until(() => kiosk.state().session.connection.status === 'online', 20 * SECOND);
    // An attempt in doubt is followed for half a minute.
    await evening.until(
      () => kiosk.state().records.uploads.pending <= waited.filter((ms) => ms > 0).length,
      SECOND,
    );
    await evening.until(() => kiosk.state().records.uploads.pending === 0, 40 * SECOND);
    for (const ticket of tickets) {
      const offline = evening.boxOffice.scansOf(ticket).filter((scan) => scan.offline);
      expect(offline).toHaveLength(1);
    }
    const [next = ''] = evening.tickets('valid', 1);
    expect(await kiosk.scan(next)).toMatchObject({ kind: 'admit', basis: 'platform', waited: 0 });
  });
});

test('a platform that answers everything but scans keeps ever fewer guests waiting', async () => {
  const { evening, kiosk } = await openDoor();
  evening.proxy.fault = ({ path }) => (path.endsWith('/validateTicket') ? { type: 'hang' } : null);
  const tickets = evening.tickets('valid', 25);
  const waited: number[] = [];
  for (const ticket of tickets) {
    waited.push(await admittedAfter(kiosk, ticket));
    await evening.pass(2 * SECOND);
  }
  expect(Math.max(...waited)).toBe(1_000);
  // Two as it begins, one 2 s, one 10 s and one 30 s later: all in the first minute.
  expect(waited.filter((ms) => ms > 0).length).toBeLessThanOrEqual(5);
  // The others go up, because the platform does take uploads.
  const recorded = tickets.filter((ticket) => evening.boxOffice.scansOf(ticket).length > 0);
  expect(recorded.length).toBeGreaterThan(10);

  evening.proxy.fault = () => null;
  await evening.until(() => kiosk.state().session.connection.status === 'online', 40 * SECOND);
  const [next = ''] = evening.tickets('valid', 1);
  expect(await kiosk.scan(next)).toMatchObject({ basis: 'platform', waited: 0 });
});

test('connections that hung die as the network comes back: it is not taken for broken again', async () => {
  const { evening, kiosk } = await openDoor();
  const [first = '', second = '', third = ''] = evening.tickets('valid', 3);
  evening.proxy.fault = () => ({ type: 'hang' });
  await kiosk.scan(first);
  await kiosk.scan(second);
  evening.proxy.fault = () => null;
  await evening.until(() => kiosk.state().session.connection.status === 'online', 20 * SECOND);
  const before = kiosk.states.length;
  // Both attempts in doubt end by this.
  await evening.proxy.cut();
  await evening.proxy.mend();
  await evening.until(() => kiosk.state().records.uploads.pending === 0, 5 * SECOND);
  const since = kiosk.states.slice(before).map(({ session: { connection } }) => connection.status);
  expect(since).not.toContain('offline');
  expect(await kiosk.scan(third)).toMatchObject({ basis: 'platform' });
});
