import { describe, expect, test } from 'vitest';
import type { Selection } from '#shared/model/selection.ts';
import { HOUR, MINUTE, openEvening, SECOND, type Evening } from './support/evening.ts';
import { openDoor } from './support/open-door.ts';

type State = 'good' | 'scanned' | 'void';
/** By the demonstration's numbers; the door is open for `performanceId`. */
type Place = 'performanceId' | 'siblingPerformanceId' | 'otherProductionPerformanceId';

/** A subscriber's card: one barcode for a ticket of each of these performances. */
function cardFor({ boxOffice, counter, world }: Evening, tickets: Partial<Record<Place, State>>) {
  const { ids } = boxOffice;
  const codes = (
    ['siblingPerformanceId', 'performanceId', 'otherProductionPerformanceId'] as const
  ).flatMap((place) => {
    const state = tickets[place];
    if (state === undefined) return [];
    const [code = ''] = counter.ticketsOf(ids[place], 1);
    if (state === 'scanned') counter.admitElsewhere(code, world.now() - MINUTE);
    if (state === 'void') counter.annul(code);
    return [code];
  });
  return counter.putOnOneCard(codes).code;
}

/** The network is gone, and the kiosk has its snapshot, with this card in it. */
async function openOffline(scope: Selection['scope'], tickets: Partial<Record<Place, State>>) {
  const evening = await openEvening();
  const card = cardFor(evening, tickets);
  const { kiosk } = await openDoor({ evening, scope });
  await evening.proxy.cut();
  return { evening, kiosk, card };
}

const HERE = 'performanceId';
const MATINEE = 'siblingPerformanceId';
const ELSEWHERE = 'otherProductionPerformanceId';

describe('a card with one barcode for several performances, without the network', () => {
  test.each<[string, Partial<Record<Place, State>>, string, number | null]>([
    ['its matinee was scanned', { [MATINEE]: 'scanned', [HERE]: 'good' }, 'admit', null],
    ['its matinee was given back', { [MATINEE]: 'void', [HERE]: 'good' }, 'admit', null],
    ['it is good for everything', { [MATINEE]: 'good', [HERE]: 'good' }, 'admit', null],
    ['only its matinee is good', { [MATINEE]: 'good', [HERE]: 'scanned' }, 'duplicate', 12],
    ['this one was given back', { [MATINEE]: 'good', [HERE]: 'void' }, 'reject', 13],
    ['it is for another one', { [MATINEE]: 'good' }, 'reject', 10],
    ['it is for two others', { [MATINEE]: 'good', [ELSEWHERE]: 'scanned' }, 'reject', 9],
  ])('at the door of one of them, where %s', async (_how, tickets, kind, code) => {
    const { kiosk, card } = await openOffline('performance', tickets);
    expect(await kiosk.scan(card)).toMatchObject({ kind, code });
  });

  test.each<[string, Partial<Record<Place, State>>, string, number | null]>([
    ['its other series was scanned', { [ELSEWHERE]: 'scanned', [HERE]: 'good' }, 'admit', null],
    ['it is for another one', { [ELSEWHERE]: 'good' }, 'reject', 9],
    ['nobody knows which is meant', { [MATINEE]: 'scanned', [HERE]: 'good' }, 'undecided', null],
  ])('at the door of a series, where %s', async (_how, tickets, kind, code) => {
    const { kiosk, card } = await openOffline('production', tickets);
    expect(await kiosk.scan(card)).toMatchObject({ kind, code });
  });

  test.each<[string, Partial<Record<Place, State>>, string, number | null]>([
    ['all of it is used', { [MATINEE]: 'scanned', [ELSEWHERE]: 'scanned' }, 'duplicate', 12],
    ['one is given back, one good', { [MATINEE]: 'void', [ELSEWHERE]: 'good' }, 'undecided', null],
  ])('at a door for anything, where %s', async (_how, tickets, kind, code) => {
    const { kiosk, card } = await openOffline('anything-open', tickets);
    expect(await kiosk.scan(card)).toMatchObject({ kind, code });
  });

  test('held out twice at a door for anything it lets in once: for what else, nobody can say', async () => {
    const { evening, kiosk, card } = await openOffline('anything-open', {
      [MATINEE]: 'good',
      [ELSEWHERE]: 'good',
    });
    expect(await kiosk.scan(card)).toMatchObject({ kind: 'admit' });
    await evening.pass(3 * SECOND);
    expect(await kiosk.scan(card)).toMatchObject({ kind: 'undecided', code: null });
  });
});

describe('one barcode on two tickets of one performance, without the network', () => {
  /** The second ticket is good; the first one is as `state` says. */
  async function openWith(state: State) {
    const evening = await openEvening();
    const { counter, boxOffice, world } = evening;
    const [first = '', second = ''] = counter.ticketsOf(boxOffice.ids.performanceId, 2);
    if (state === 'scanned') counter.admitElsewhere(first, world.now() - MINUTE);
    if (state === 'void') counter.annul(first);
    const { code } = counter.putOnOneCard([first, second]);
    const { kiosk } = await openDoor({ evening, scope: 'performance' });
    await evening.proxy.cut();
    return { evening, kiosk, code };
  }

  test.each(['void', 'scanned'] as const)('is undecided where one is %s', async (state) => {
    const { kiosk, code } = await openWith(state);
    expect(await kiosk.scan(code)).toMatchObject({ kind: 'undecided', code: null });
  });

  test('admits once where both are good, and never rejects the second guest', async () => {
    const { evening, kiosk, code } = await openWith('good');
    expect(await kiosk.scan(code)).toMatchObject({ kind: 'admit' });
    await evening.pass(3 * SECOND);
    expect(await kiosk.scan(code)).toMatchObject({ kind: 'undecided', code: null });
  });
});

test('it is the ticket of this performance that goes up, and the platform takes it', async () => {
  const { evening, kiosk, card } = await openOffline('performance', {
    [MATINEE]: 'scanned',
    [HERE]: 'good',
  });
  await kiosk.scan(card);
  await evening.proxy.mend();
  await evening.until(() => kiosk.state().records.uploads.pending === 0, 2 * MINUTE);
  expect(await kiosk.discrepancies()).toEqual([]);
  await kiosk.close();
  expect(kiosk.ledger()).toMatchObject([
    {
      kind: 'admit',
      upload: { state: 'recorded' },
      ticketIds: { performanceId: evening.boxOffice.ids.performanceId },
    },
  ]);
});

test('the snapshot keeps all of them, and calls none a barcode that came twice', async () => {
  const { kiosk } = await openOffline('anything-open', { [MATINEE]: 'good', [HERE]: 'good' });
  expect(kiosk.state().records.snapshot).toMatchObject({ duplicates: 0, skipped: 0 });
});

test('what it was scanned for in the afternoon turns nobody away from the evening, which was downloaded by itself', async () => {
  const evening = await openEvening({ filterWindow: 'beyond' });
  const { counter, world } = evening;
  const { performanceId, laterPerformanceId } = evening.boxOffice.ids;
  const [first = ''] = counter.ticketsOf(performanceId, 1);
  const [second = ''] = counter.ticketsOf(laterPerformanceId, 1);
  counter.admitElsewhere(first, world.now() - MINUTE);
  const { code: card } = counter.putOnOneCard([first, second]);
  const kiosk = await evening.kiosk({ withProgramme: true });
  await kiosk.openDoor('anything-open');
  await evening.until(() => (kiosk.state().programme.fetchedAt ?? null) !== null, MINUTE);
  await evening.pass(20 * SECOND);
  await kiosk.handlers.refreshTickets(null);
  await evening.quiet();
  await evening.proxy.cut();
  await kiosk.scan('SOMETHING');
  expect(await kiosk.scan(card), 'too early').toMatchObject({ kind: 'duplicate', code: 12 });
  world.sleep(6.5 * HOUR);
  expect(await kiosk.scan(card)).toMatchObject({ kind: 'admit', basis: 'cache' });
});
