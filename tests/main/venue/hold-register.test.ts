import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HoldRegister, readOrder } from '#main/venue/hold-register.ts';
import type { AnyEvent } from '#main/venue/house-event.ts';
import { durably, openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { isHeld, isNewer, type HoldOrder } from '#shared/model/hold.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { EVENING } from '../ledger/support.ts';
import { admission } from './support/air.ts';

const order = (changes: Partial<HoldOrder> = {}): HoldOrder => ({
  ...{ count: 1, kioskId: 'left', door: 'Left', isHeld: true, at: EVENING },
  ...changes,
});

function openRegister(path = join(temporaryFolder(), 'house.db')) {
  const db = openHouseFile(path);
  onTestFinished(() => void db.close());
  return { db, register: new HoldRegister(db) };
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
  expect(register.view.order).toEqual(order());
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
  const store = new HouseStore(db);
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
  expect(register.hear(order()), 'the same order once more').toBe(false);
  expect(isHeld(register.view)).toBe(false);
  expect(register.hear(order({ count: 2 }))).toBe(true);
  expect(isHeld(register.view)).toBe(true);
});

test('whatever order they come in, all doors end with the same one', () => {
  const orders = [
    order(),
    order({ kioskId: 'right', isHeld: false }),
    order({ count: 2, isHeld: false }),
    order({ count: 3, kioskId: 'a', isHeld: false }),
    order({ count: 3, kioskId: 'b' }),
  ];
  for (const turn of orders.keys()) {
    const { register } = openRegister();
    const turned = [...orders.slice(turn), ...orders.slice(0, turn)];
    for (const one of [...turned, ...turned.toReversed()]) register.hear(one);
    expect(register.view.order).toEqual(orders.at(-1));
  }
});

test('an order is newer than none, and not than itself', () => {
  expect(isNewer(order(), null)).toBe(true);
  expect(isNewer(order(), order())).toBe(false);
  expect(isNewer(order({ kioskId: 'm' }), order())).toBe(true);
});

test.each([2 ** 32, Number.MAX_SAFE_INTEGER, -1, 1.5])(
  'rejects a hold with the count %d',
  (count) => {
    expect(readOrder(order({ count }))).toBeNull();
  },
);

test('ends a hold that a peer has counted far ahead', () => {
  const { register } = openRegister();
  register.give(order());
  expect(register.hear(order({ count: 2 ** 32 - 1 })), 'implausibly far').toBe(false);
  for (let count = 2 ** 20; count < 2 ** 32; count += 2 ** 20) register.hear(order({ count }));
  register.hear(order({ count: 2 ** 32 - 1, kioskId: 'zzz' }));
  expect(isHeld(register.view)).toBe(true);
  const held = register.view.order;
  register.give(order({ isHeld: false }));
  expect(isHeld(register.view)).toBe(false);
  expect(readOrder(register.view.order)).not.toBeNull();
  expect(isNewer(register.view.order ?? order(), held)).toBe(true);
  expect(isNewer(held ?? order(), register.view.order)).toBe(false);
});
