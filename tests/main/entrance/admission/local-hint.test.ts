import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { KnownPerformance } from '#shared/model/programme.ts';
import { describe, expect, test } from 'vitest';
import {
  BUILT_AT,
  snapshotTicket,
  snapshotWith,
  openDoor,
  DOOR_SCOPE,
  refused,
} from './support.ts';

const TONIGHT = { ...DOOR_SCOPE, filter: { ...DOOR_SCOPE.filter, performanceId: 99 } };
const WORDS = 'The Winter’s Tale, Fri, Nov 20, 2026 - 6:30 PM';
const FOR = { production: 'The Winter’s Tale', start: Date.UTC(2026, 10, 20, 18, 30) };
const WALL = { date: '2026-11-20', time: '18:30:00' };

/** What the programme knows of performances in these houses. */
function playingAt(venues: Readonly<Record<number, string>>) {
  return new Map(
    Object.entries(venues).map(([performanceId, name]): [number, KnownPerformance] => {
      const venue = { name, location: null, phone: null, transit: 'Bus 8', address: ['Rope Walk'] };
      return [Number(performanceId), { wall: WALL, venue }];
    }),
  );
}
const VENUES = playingAt({ 31: 'Studio', 99: 'Great Hall' });

function doorWith(
  ticket: Partial<SnapshotTicket> | null,
  known: ReadonlyMap<number, KnownPerformance> = new Map(),
) {
  return openDoor({
    snapshot: () => snapshotWith(ticket && snapshotTicket(ticket)),
    ports: { performanceOf: (performanceId) => known.get(performanceId) ?? null },
  });
}

describe('what this kiosk adds to a refusal of the platform', () => {
  test.each([9, 10, 13, 14])('code %i: what the ticket is for', async (code) => {
    const { platform, scan } = doorWith({ performance: WORDS });
    platform.answerNext(refused(code));
    expect((await scan())?.own).toEqual({
      ticketFor: { ...FOR, wall: null, words: WORDS, isHere: false, venue: null },
      firstScanAt: null,
      usedAtDoor: null,
      usedElsewhereBy: null,
      place: null,
    });
  });

  test('code 12: when it was let in here', async () => {
    const { clock, platform, scan, earlier } = doorWith({});
    const cameAt = clock.now();
    earlier({ basis: 'platform', platformTime: cameAt });
    await clock.advance(60_000);
    platform.answerNext(refused(12));
    expect((await scan())?.own).toMatchObject({ firstScanAt: cameAt, usedElsewhereBy: null });
  });

  test('shows section and seat of a ticket that the platform calls scanned', async () => {
    const { platform, scan } = doorWith({ section: 'Stalls', seat: 'C 12' });
    platform.answerNext(refused(12));
    expect((await scan())?.own?.place).toEqual({ section: 'Stalls', seat: 'C 12' });
  });

  test('code 12: not here, and before the snapshot was made', async () => {
    const { platform, scan } = doorWith({ alreadyScanned: true });
    platform.answerNext(refused(12));
    expect((await scan())?.own).toMatchObject({ firstScanAt: null, usedElsewhereBy: BUILT_AT });
  });

  test('nothing of a code that the snapshot does not know, and nothing without a snapshot', async () => {
    const unknown = doorWith(null);
    unknown.platform.answerNext(refused(11));
    expect((await unknown.scan())?.own).toBeNull();
    const alone = openDoor();
    alone.platform.answerNext(refused(10));
    expect((await alone.scan())?.own).toBeNull();
  });

  test('whom it let in without a snapshot it still knows', async () => {
    const { clock, platform, scan, earlier } = openDoor();
    const cameAt = clock.now();
    earlier({ basis: 'platform', platformTime: cameAt });
    platform.answerNext(refused(12));
    expect((await scan())?.own).toEqual({
      ticketFor: null,
      firstScanAt: cameAt,
      usedAtDoor: null,
      usedElsewhereBy: null,
      place: null,
    });
  });

  test('a guest who comes in needs none of it', async () => {
    expect(await doorWith({}).scan()).toMatchObject({ kind: 'admit', own: null });
  });
});

test('without the platform the same is told', async () => {
  const { platform, scan } = doorWith({});
  platform.inTheWay = { type: 'no-answer', cause: 'refused' };
  expect(await scan('A1', TONIGHT)).toMatchObject({
    kind: 'reject',
    reason: { type: 'copy', code: 10 },
    own: { ticketFor: FOR },
  });
});

test('shows section and seat of a ticket that was scanned before, offline', async () => {
  const { platform, scan } = doorWith({ alreadyScanned: true });
  platform.inTheWay = { type: 'no-answer', cause: 'refused' };
  expect(await scan()).toMatchObject({
    kind: 'duplicate',
    own: { place: { section: 'Stalls', seat: 'C 12' } },
  });
});

describe('where the ticket’s performance plays', () => {
  test('another house is named', async () => {
    const { platform, scan } = doorWith({}, VENUES);
    platform.answerNext(refused(10));
    expect((await scan('A1', TONIGHT))?.own?.ticketFor).toMatchObject({
      venue: { name: 'Studio', address: ['Rope Walk'], transit: 'Bus 8' },
      wall: WALL,
    });
  });

  test('the house that the guest stands in is not', async () => {
    const { platform, scan } = doorWith({}, playingAt({ 31: 'Great Hall', 99: 'Great Hall' }));
    platform.answerNext(refused(10));
    expect((await scan('A1', TONIGHT))?.own?.ticketFor?.venue).toBeNull();
  });

  test('nor is that of the performance which the door is open for', async () => {
    const { platform, scan } = doorWith({ performanceId: 99 }, VENUES);
    platform.answerNext(refused(13));
    expect((await scan('A1', TONIGHT))?.own?.ticketFor).toMatchObject({
      isHere: true,
      venue: null,
    });
  });
});
