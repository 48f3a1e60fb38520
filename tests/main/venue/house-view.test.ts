import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DoorRegister } from '#main/venue/door-register.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { houseView, type HouseSeen } from '#main/venue/house-view.ts';
import { VenueCount } from '#main/venue/venue-count.ts';
import type { DoorReport } from '#shared/model/house.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { idOf, keyOf, numbered, originOf } from '#tests/support/door-keys.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { EVENING } from '../ledger/support.ts';
import { checkedOut } from '../ledger/ticket-events.ts';
import { admission, doorReport, published } from './support/air.ts';

function openFile(path = join(temporaryFolder(), 'house.db')) {
  const db = openHouseFile(path);
  onTestFinished(() => void db.close());
  const store = new HouseStore(db, keyOf('here'));
  const figures = (since: number | null) => {
    const count = new VenueCount(store);
    count.recount();
    return count.figures(EVENING, since, () => false);
  };
  return { db, store, register: new DoorRegister(db), figures };
}

const known = (report: DoorReport, more: Partial<HouseSeen['doors'][number]> = {}) => ({
  ...{ origin: report.kioskId, heardAt: EVENING, report, isHere: false, isThere: true },
  isDisregarded: false,
  ...more,
});

test('guests are counted by door, by performance and by minute; one who was told of twice is one', () => {
  const { store, figures } = openFile();
  const guests = [
    admission('left', { performanceId: 31, at: EVENING - 2 * HOUR }),
    admission('left', { performanceId: 31, at: EVENING - 14.5 * MINUTE }),
    admission('left', { performanceId: 32, at: EVENING - 30_000 }),
    // A clock that is a little ahead: this is now.
    admission('right', { performanceId: null, at: EVENING + 2_000 }),
    admission('right', { performanceId: 31, at: EVENING - 2 * DAY }),
  ];
  store.tell(guests);
  const twice = numbered(guests.slice(0, 1));
  store.hear({ type: 'told', origin: 'x', after: 0, upTo: 1, events: twice });
  const doors = [doorReport('left'), doorReport('right')].map((report) => known(report));
  const tosca = { performanceId: 31, name: 'Tosca', start: EVENING + HOUR, sold: 4 };
  const aida = { performanceId: 33, name: 'Aida', start: EVENING + 2 * HOUR, sold: 9 };
  const tomorrow = { performanceId: 34, name: 'Tosca', start: EVENING + DAY, sold: 9 };
  const all = [tosca, aida, tomorrow];
  const view = houseView({ doors, figures: figures(null) }, EVENING, all);
  expect(view.admitted).toBe(4);
  expect(view.lately).toEqual([1, ...Array.from({ length: 13 }, () => 0), 2]);
  expect(view.doors).toMatchObject([
    { name: 'left', admitted: 3, lately: { 0: 1, 14: 1 } },
    { name: 'right', admitted: 1, lately: { 14: 1 } },
  ]);
  const unknown = { name: null, start: null, sold: null, allInAt: null, admitted: 1 };
  expect(view.performances).toHaveLength(4);
  expect(view.performances).toEqual(
    expect.arrayContaining([
      { ...tosca, admitted: 2, allInAt: null },
      { ...aida, admitted: 0, allInAt: null },
      { performanceId: 32, ...unknown },
      { performanceId: null, ...unknown },
    ]),
  );
});

test('a return is the same guest, and who was let out before they came in is one, too', () => {
  const { store, figures } = openFile();
  const at = EVENING - HOUR;
  const guest = admission('left', { performanceId: 31, at });
  const out = checkedOut('out', guest.id, [guest.id], { ...guest, id: 'out', at: at + MINUTE });
  const back = { ...guest, id: 'back', at: at + 2 * MINUTE, knew: [out.id] };
  const another = admission('left', { performanceId: 31, at: EVENING - MINUTE, knew: ['stray'] });
  const stray = checkedOut('stray', null, [], {
    ...another,
    id: 'stray',
    at: at + MINUTE,
    knew: [],
  });
  store.tell([guest, published(out), back, published(stray), another]);
  const view = houseView({ doors: [], figures: figures(null) }, EVENING, []);
  expect(view.admitted).toBe(2);
  expect(view.performances).toMatchObject([{ performanceId: 31, admitted: 2 }]);
  expect(view.lately.reduce((sum, came) => sum + came, 0)).toBe(1);
});

test('an override of a used ticket is no other guest; one of a voided ticket is a guest who used none', () => {
  const { store, figures } = openFile();
  const at = EVENING - HOUR;
  const guest = admission('left', { performanceId: 31, at });
  const { ticketId, ticketHash, id } = guest;
  const anyway = { performanceId: 31, at: at + MINUTE, by: 'staff' } as const;
  const used = admission('right', { ...anyway, ticketId, ticketHash, knew: [id], code: 12 });
  const voided = admission('right', { ...anyway, code: 13 });
  // The refusal said nothing about the ticket.
  const undecided = admission('right', anyway);
  store.tell([guest, used, voided, undecided]);
  const { admitted, since } = figures(EVENING - DAY);
  const byDoor = (figure: typeof admitted) =>
    new Map(figure.map(({ kioskId, performanceId, count }) => [kioskId, [performanceId, count]]));
  const [left, right] = [idOf('left'), idOf('right')];
  expect(byDoor(admitted)).toEqual(
    new Map([
      [left, [31, 1]],
      [right, [31, 2]],
    ]),
  );
  expect(byDoor(since)).toEqual(
    new Map([
      [left, [31, 1]],
      [right, [31, 1]],
    ]),
  );
});

test.each<[string, { late: number; sold: number | null }, number | null]>([
  ['half of them are missing, and come as before', { late: 30, sold: 60 }, 15 * MINUTE],
  ['all are in', { late: 30, sold: 30 }, null],
  ['more came than were sold', { late: 30, sold: 20 }, null],
  ['too few came to say so', { late: 4, sold: 60 }, null],
  ['nobody knows how many were sold', { late: 30, sold: null }, null],
])('when all will be in: %s', (_, { late, sold }, inMs) => {
  const one = { kioskId: idOf('left'), performanceId: 31, count: late };
  const figures = { admitted: [one], lately: [{ ...one, ago: 3 }], since: [] };
  const known = { performanceId: 31, name: null, start: null, sold };
  const { performances } = houseView({ doors: [], figures }, EVENING, [known]);
  expect(performances[0]?.allInAt ?? null).toBe(inMs === null ? null : EVENING + inMs);
});

const FAULTY = {
  ...{ name: 'Gate', count: 10, passed: 0, notPassed: 10, isFaulty: true, isUnread: false },
};

test('doors with something wrong come first: silent, then broken, then those to look at', () => {
  const reports: readonly [DoorReport, boolean][] = [
    [doorReport('well'), true],
    [doorReport('offline', { offlineSince: EVENING }), true],
    [doorReport('gate', { gates: [FAULTY] }), true],
    [doorReport('broken', { isOutOfOrder: true }), true],
    [doorReport('silent'), false],
    [doorReport('switched off', { isOff: true, offlineSince: EVENING }), false],
    [doorReport('closed', { openFor: null, isSignedIn: false }), true],
  ];
  const doors = reports.map(([report, isThere]) => known(report, { isThere }));
  const view = houseView({ doors, figures: { admitted: [], lately: [], since: [] } }, EVENING, []);
  const names = view.doors.map(({ name }) => name);
  expect(names).toEqual(['silent', 'broken', 'gate', 'offline', 'closed', 'switched off', 'well']);
});

test('a door that fell silent stays over a restart; the same kiosk started again takes its place', () => {
  const path = join(temporaryFolder(), 'house.db');
  const before = openFile(path);
  const report = doorReport('left');
  before.register.hear(
    { origin: originOf('left', 'run 1'), heardAt: EVENING, report },
    () => false,
  );
  before.register.hear(
    { origin: originOf('right'), heardAt: EVENING, report: doorReport('right') },
    () => false,
  );
  before.db.close();
  const { register } = openFile(path);
  expect(register.all()).toHaveLength(2);
  const renamed = { ...report, name: 'Left, upstairs' };
  register.hear(
    { origin: originOf('left', 'run 2'), heardAt: EVENING + 1, report: renamed },
    () => false,
  );
  const left = register.all().filter(({ report: { kioskId } }) => kioskId === idOf('left'));
  expect(left).toEqual([
    { origin: originOf('left', 'run 2'), heardAt: EVENING + 1, report: renamed },
  ]);
  register.forget(EVENING + 1);
  expect(register.all().map(({ origin }) => origin)).toEqual([originOf('left', 'run 2')]);
});

test('two kiosks from one copied disk are two doors as long as both can be heard', () => {
  const { register } = openFile();
  const report = doorReport('the same');
  for (const origin of [originOf('the same', 'one'), originOf('the same', 'other')]) {
    register.hear({ origin, heardAt: EVENING, report }, () => true);
  }
  expect(register.all()).toHaveLength(2);
});
