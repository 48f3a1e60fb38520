import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readOrders } from '#main/venue/hold-orders.ts';
import { HoldRegister } from '#main/venue/hold-register.ts';
import type { AnyEvent } from '#main/venue/house-event.ts';
import { durably, openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { isHeld, NEVER_HELD, type HoldOrder } from '#shared/model/hold.ts';
import { idOf, keyOf, originOf } from '#tests/support/door-keys.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { EVENING } from '../ledger/support.ts';
import { admission } from './support/air.ts';

const order = (changes: Partial<HoldOrder> = {}): Omit<HoldOrder, 'count'> => ({
  ...{ kioskId: 'left', door: 'Left', isHeld: true, at: EVENING },
  ...changes,
});

function openRegister(path = join(temporaryFolder(), 'house.db'), session = 'left', name = 'left') {
  const db = openHouseFile(path);
  onTestFinished(() => void db.close());
  return { db, register: new HoldRegister(db, keyOf(name), session) };
}

test('a door that nobody has held goes on', () => {
  expect(isHeld(openRegister().register.view)).toBe(false);
});

test('a hold survives a restart, and ends with the next order', () => {
  const path = join(temporaryFolder(), 'house.db');
  const before = openRegister(path);
  before.register.give(order());
  before.db.close();
  const { register } = openRegister(path);
  expect(register.view.order).toEqual({ ...order(), count: 1 });
  expect(isHeld(register.view)).toBe(true);
  register.give(order({ isHeld: false }));
  expect(register.view.order?.count).toBe(2);
  expect(isHeld(register.view)).toBe(false);
});

test('orders and corrections by hand are on the disk at once, since no ledger has them; the rest is not waited for', () => {
  const { db, register } = openRegister();
  const level = (): unknown => db.pragma('synchronous', { simple: true });
  const [NORMAL, FULL] = [1, 2];
  const told = vi.spyOn(db, 'pragma');
  const levels = (work: () => void): readonly unknown[] => {
    told.mockClear();
    work();
    return told.mock.calls.map(([what]) => what);
  };
  expect(durably(db, level)).toBe(FULL);
  expect(level()).toBe(NORMAL);
  const WAITED = ['synchronous = FULL', 'synchronous = NORMAL'];
  expect(levels(() => register.give(order()))).toEqual(WAITED);
  expect(levels(() => register.endHere())).toEqual(WAITED);
  const store = new HouseStore(db, keyOf('left'));
  expect(levels(() => void store.tell([admission('left')]))).toEqual([]);
  const correction: AnyEvent = {
    ...{ type: 'correction', id: 'by hand', kioskId: 'left', door: 'Left', performanceId: null },
    ...{ at: EVENING, by: -1, why: 'left by the stage door', until: EVENING },
  };
  expect(levels(() => void store.tell([correction]))).toEqual(WAITED);
});

test('a door that ended its own hold goes on until the next order', () => {
  const { register } = openRegister();
  register.give(order());
  register.endHere();
  expect(isHeld(register.view)).toBe(false);
  const other = openRegister().register;
  other.hear(register.orders);
  expect(register.hear(other.orders), 'the same order once more').toBe(false);
  expect(isHeld(register.view)).toBe(false);
  other.give(order());
  expect(register.hear(other.orders)).toBe(true);
  expect(isHeld(register.view)).toBe(true);
});

test('a hold that was given elsewhere meanwhile wins, and the door that went on is told', () => {
  const [left, right] = [openRegister().register, openRegister(undefined, 'right').register];
  left.give(order());
  right.hear(left.orders);
  left.give(order({ isHeld: false }));
  right.give(order({ kioskId: 'right', door: 'Right' }));
  expect(left.view.isOvertaken, 'it has not heard of it').toBe(false);
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const)
    one.hear(other.orders);
  expect(left.view).toMatchObject({ order: { door: 'Right', isHeld: true }, isOvertaken: true });
  expect(right.view).toEqual({ ...left.view, isOvertaken: false });
  right.give(order({ kioskId: 'right', isHeld: false }));
  expect(left.hear(right.orders)).toBe(true);
  expect(left.view).toMatchObject({ order: { isHeld: false }, isOvertaken: false });
});

test('takes an order only as the door that it names has given it', () => {
  const { register } = openRegister();
  const right = openRegister(undefined, originOf('right'), 'right').register;
  right.give(order({ kioskId: idOf('right'), door: 'Right' }));
  expect(register.genuine(right.orders)).toEqual(right.orders);
  for (const change of [{ kioskId: idOf('balcony') }, { isHeld: false }, { session: 'another' }]) {
    const forged = readOrders(right.orders.map((one) => ({ ...one, ...change }))) ?? [];
    expect(forged).toHaveLength(1);
    expect(register.genuine(forged)).toEqual([]);
  }
});

test('an overtaken door stays overtaken over a restart', () => {
  const path = join(temporaryFolder(), 'house.db');
  const before = openRegister(path);
  before.register.give(order({ isHeld: false }));
  const other = openRegister(undefined, 'right').register;
  other.give(order());
  before.register.hear(other.orders);
  before.db.close();
  expect(openRegister(path, 'left again').register.view).toMatchObject({ isOvertaken: true });
});

test('a door that goes on alone still does after an order to go on', () => {
  const { register } = openRegister();
  register.give(order());
  register.endHere();
  const [other, third] = [openRegister().register, openRegister().register];
  other.give(order({ kioskId: 'other', isHeld: false }));
  expect(register.hear(other.orders)).toBe(true);
  expect(isHeld(register.view)).toBe(false);
  third.give(order({ kioskId: 'a' }));
  register.hear(third.orders);
  expect(isHeld(register.view), 'a hold that it has not ended').toBe(true);
});

test.each(['null', '{}', '{"orders":[{}],"given":null,"isEndedHere":false}'])(
  'a stored hold that is malformed is none: %s',
  (body) => {
    const path = join(temporaryFolder(), 'house.db');
    const { db } = openRegister(path);
    db.prepare('INSERT INTO hold VALUES (1, ?)').run(body);
    expect(openRegister(path).register.view).toEqual(NEVER_HELD);
  },
);
