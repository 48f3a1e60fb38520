import { describe, expect, test } from 'vitest';
import type { Selection } from '#shared/model/selection.ts';
import {
  HOUR,
  MINUTE,
  openEvening,
  SECOND,
  type Evening,
  type TestKiosk,
} from './support/evening.ts';
import { openDoor } from './support/open-door.ts';

/** How long before its start the box office lets a performance be scanned. */
const WINDOW = 3 * HOUR;

interface Known {
  /** Whether the platform tells its programme; it does if this is left out. */
  readonly withProgramme?: boolean;
  /** The evening is a private one, which no calendar shows. */
  readonly isPrivate?: boolean;
  /** After how long it can be scanned, in milliseconds; hours, if this is left out. */
  readonly opensIn?: number;
  /** What the kiosk takes for the venue's zone. */
  readonly timeZone?: string;
  readonly scope?: Selection['scope'];
}

/** An open door with its snapshot, at a kiosk that knows so much of what is on. */
async function openKnowing({
  withProgramme = true,
  isPrivate = false,
  opensIn,
  timeZone = 'Europe/Berlin',
  scope = 'anything-open',
}: Known) {
  // A platform that lets filters reach beyond the window gives the tickets before.
  const evening = await openEvening({ filterWindow: 'within' });
  const { laterPerformanceId } = evening.boxOffice.ids;
  if (opensIn !== undefined) {
    evening.counter.move(laterPerformanceId, evening.world.now() + opensIn + WINDOW);
  }
  if (isPrivate) evening.counter.hide(laterPerformanceId);
  const { kiosk } = await openDoor({ evening, scope, withProgramme, settings: { timeZone } });
  const [guest = ''] = evening.counter.ticketsOf(laterPerformanceId, 1);
  return { evening, kiosk, guest };
}

async function withoutNetwork(evening: Evening, kiosk: TestKiosk, ms: number): Promise<void> {
  await evening.proxy.cut();
  await kiosk.scan('SOMETHING');
  evening.world.sleep(ms);
}

describe('a guest whose performance could not be scanned yet when the snapshot was made is not turned away', () => {
  test.each<[string, Known]>([
    ['the programme has it', {}],
    ['the platform keeps its programme to itself', { withProgramme: false }],
    ['so at a door for a series', { withProgramme: false, scope: 'production' }],
    ['it is a private one', { isPrivate: true }],
    ['the machine was set up half a world away', { timeZone: 'Pacific/Auckland' }],
  ])('%s', async (_how, known) => {
    const { evening, kiosk, guest } = await openKnowing({ ...known, opensIn: 10 * MINUTE });
    await withoutNetwork(evening, kiosk, 15 * MINUTE);
    expect(await kiosk.scan(guest)).toMatchObject({ kind: 'undecided', code: null });
  });
});

describe('who has no ticket at all is turned away without the network', () => {
  test.each<[string, Known]>([
    ['the programme says that nothing else is on', { scope: 'production' }],
    ['the door is open for one performance', { withProgramme: false, scope: 'performance' }],
  ])('%s', async (_how, known) => {
    const { evening, kiosk } = await openKnowing(known);
    await withoutNetwork(evening, kiosk, 5 * MINUTE);
    expect(await kiosk.scan('NOBODYKNOWS1')).toMatchObject({ kind: 'reject', code: 11 });
  });
});

test('an all-day event admits while its doors are open, and tomorrow’s does not tonight', async () => {
  const evening = await openEvening({ allDay: true });
  const { kiosk } = await openDoor({
    ...{ evening, scope: 'anything-open', withProgramme: true },
    settings: { timeZone: 'Europe/Berlin' },
  });
  await evening.pass(20 * SECOND);
  await kiosk.handlers.refreshTickets(null);
  await evening.quiet();
  const { allDayPerformanceId, allDayTomorrowPerformanceId } = evening.boxOffice.ids;
  const [today = ''] = evening.counter.ticketsOf(allDayPerformanceId, 1);
  const [tomorrow = '', other = ''] = evening.counter.ticketsOf(allDayTomorrowPerformanceId, 2);
  // Nine in the evening: tomorrow begins in three hours.
  await withoutNetwork(evening, kiosk, 2 * HOUR);
  expect(await kiosk.scan(today)).toMatchObject({ kind: 'admit', basis: 'cache' });
  expect(await kiosk.scan(tomorrow)).toMatchObject({ kind: 'undecided' });
  evening.world.sleep(14 * HOUR);
  expect(await kiosk.scan(other), 'its doors are open').toMatchObject({ kind: 'admit' });
});
