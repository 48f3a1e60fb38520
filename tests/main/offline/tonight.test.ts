import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Selection } from '#shared/model/selection.ts';
import type { Fault } from '#tests/support/fault-proxy.ts';
import {
  HOUR,
  MINUTE,
  openEvening,
  SECOND,
  type Evening,
  type TestKiosk,
} from './support/evening.ts';
import { openDoor } from './support/open-door.ts';

/** What was downloaded by its number, oldest first. */
const singles = ({ proxy }: Evening) =>
  proxy.passed
    .flatMap(({ path }) => {
      const query = new URLSearchParams(path.split('?')[1]);
      return path.includes('/cache/validTickets') ? [Number(query.get('performanceId'))] : [];
    })
    .filter((performanceId) => performanceId !== 0);

/** The fault that a download by its number meets with; null: none. */
function spoil({ proxy }: Evening, fault: (performanceId: string | null) => Fault | null): void {
  proxy.fault = ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const isSingle = path.includes('/cache/validTickets') && query.has('performanceId');
    return isSingle ? fault(query.get('performanceId')) : null;
  };
}

/** The afternoon: what plays tonight starts in seven hours, and cannot be scanned yet. */
function openAfternoon(filterWindow: 'within' | 'beyond' = 'beyond') {
  return openEvening({ filterWindow });
}

/** Opens the door, and waits until one more snapshot was made by the programme. */
async function openForTonight(evening: Evening, scope: Selection['scope']) {
  const { kiosk } = await openDoor({ evening, scope, withProgramme: true });
  await evening.pass(20 * SECOND);
  await kiosk.handlers.refreshTickets(null);
  await evening.quiet();
  return kiosk;
}

/** The network goes, and then so much time. */
async function withoutNetwork(evening: Evening, kiosk: TestKiosk, ms: number): Promise<void> {
  await evening.proxy.cut();
  // Somebody notices.
  await kiosk.scan('SOMETHING');
  evening.world.sleep(ms);
}

async function copied(kiosk: TestKiosk): Promise<number[]> {
  const next = await kiosk.handlers.nextPerformances(null);
  if (!next.ok) throw new Error('the kiosk does not tell');
  return next.value.filter(({ isCopied }) => isCopied).map(({ performanceId }) => performanceId);
}

describe('the network goes in the afternoon: at the evening’s performance', () => {
  test.each(['anything-open', 'production'] as const)('guests come in (%s)', async (scope) => {
    const evening = await openAfternoon();
    const kiosk = await openForTonight(evening, scope);
    const { laterPerformanceId } = evening.boxOffice.ids;
    const [guest = '', another = ''] = evening.counter.ticketsOf(laterPerformanceId, 2);
    expect(await copied(kiosk)).toContain(laterPerformanceId);
    await withoutNetwork(evening, kiosk, HOUR);
    expect(await kiosk.scan(guest), 'too early').toMatchObject({ kind: 'undecided' });
    evening.world.sleep(5.5 * HOUR);
    expect(await kiosk.scan(guest)).toMatchObject({ kind: 'admit', basis: 'cache' });
    await evening.pass(3 * SECOND);
    expect(await kiosk.scan(guest)).toMatchObject({ kind: 'duplicate', code: 12 });
    expect(await kiosk.scan('NOBODYKNOWS1'), 'sold since?').toMatchObject({ kind: 'undecided' });
    expect(await kiosk.scan(another)).toMatchObject({ kind: 'admit', basis: 'cache' });
  });

  test('so they do at a kiosk that was started again without the network', async () => {
    const evening = await openAfternoon();
    const kiosk = await openForTonight(evening, 'production');
    await evening.proxy.cut();
    const folder = await kiosk.loseItsPower();
    evening.world.sleep(6.5 * HOUR);
    const again = await evening.kiosk({ folder, withProgramme: true });
    const [guest = ''] = evening.counter.ticketsOf(evening.boxOffice.ids.laterPerformanceId, 1);
    expect(await again.scan(guest)).toMatchObject({ kind: 'admit', basis: 'cache' });
  });

  test('nobody is told anything where the platform gives only what may be scanned just now', async () => {
    const evening = await openAfternoon('within');
    const kiosk = await openForTonight(evening, 'anything-open');
    const { laterPerformanceId } = evening.boxOffice.ids;
    expect(singles(evening)).toContain(laterPerformanceId);
    expect(await copied(kiosk)).not.toContain(laterPerformanceId);
    const [guest = ''] = evening.counter.ticketsOf(laterPerformanceId, 1);
    await withoutNetwork(evening, kiosk, 6.5 * HOUR);
    expect(await kiosk.scan(guest)).toMatchObject({ kind: 'undecided' });
    expect(await kiosk.scan('NOBODYKNOWS1')).toMatchObject({ kind: 'undecided' });
  });
});

test('before the platform opens for a performance, a code that is in no snapshot is no ticket for half an hour', async () => {
  const evening = await openEvening({ filterWindow: 'beyond' });
  // The platform opens three hours before the start, and here it may be on from four hours before.
  evening.world.sleep(3.5 * HOUR);
  const kiosk = await openForTonight(evening, 'production');
  await withoutNetwork(evening, kiosk, 0);
  expect(await kiosk.scan('NOBODYKNOWS1')).toMatchObject({ kind: 'reject', code: 11 });
  evening.world.sleep(31 * MINUTE);
  expect(await kiosk.scan('NOBODYKNOWS2')).toMatchObject({ kind: 'undecided' });
});

test('a door for one performance asks for no other one', async () => {
  const evening = await openAfternoon();
  const kiosk = await openForTonight(evening, 'performance');
  expect(singles(evening)).toEqual([]);
  expect(await copied(kiosk)).toEqual([evening.boxOffice.ids.performanceId]);
});

test('a platform that asks to be left alone is, for the other performances too', async () => {
  const evening = await openAfternoon();
  const headers = { 'retry-after': '600' };
  spoil(evening, () => ({ type: 'answer', status: 429, headers, body: 'later' }));
  const kiosk = await openForTonight(evening, 'anything-open');
  const { heldUntil, problem, tickets } = kiosk.state().records.snapshot;
  expect(heldUntil).not.toBeNull();
  expect(problem).toBeNull();
  expect(tickets).toBeGreaterThan(0);
  expect(singles(evening)).toHaveLength(1);
  await evening.pass(MINUTE);
  expect(singles(evening)).toHaveLength(1);
});

test('where one of them cannot be had, the snapshot is good, and all are asked for with the next one', async () => {
  const evening = await openAfternoon();
  const { laterPerformanceId } = evening.boxOffice.ids;
  spoil(evening, (id) => (id === String(laterPerformanceId) ? { type: 'drop-answer' } : null));
  const kiosk = await openForTonight(evening, 'production');
  expect(kiosk.state().records.snapshot).toMatchObject({ problem: null });
  expect(await copied(kiosk)).not.toContain(laterPerformanceId);
  evening.proxy.fault = () => null;
  await evening.until(() => kiosk.state().session.connection.status === 'online', MINUTE);
  await kiosk.handlers.refreshTickets(null);
  await evening.quiet();
  expect(await copied(kiosk)).toContain(laterPerformanceId);
});

test('a kiosk that is moved to another platform keeps none of them', async () => {
  const evening = await openAfternoon();
  const kiosk = await openForTonight(evening, 'production');
  const files = () => readdirSync(join(kiosk.folder, 'snapshots'), { recursive: true });
  expect(files()).toContain(join('performances', '510103'));
  await kiosk.handlers.forgetBaseUrl(null);
  expect(files()).toEqual(['performances']);
});
