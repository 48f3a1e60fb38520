import { connectAsync } from 'mqtt';
import { join } from 'node:path';
import { expect, onTestFinished, test as unitTest } from 'vitest';
import { systemClock } from '#main/base/system-clock.ts';
import { DoorTrust } from '#main/venue/door-trust.ts';
import { DoorRegister } from '#main/venue/door-register.ts';
import { HoldRegister } from '#main/venue/hold-register.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { House } from '#main/venue/house.ts';
import { idOf, keyOf, keysOf } from '#tests/support/door-keys.ts';
import { eventually } from '#tests/support/eventually.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { admission, doorReport } from './support/air.ts';
import { lacksMosquitto, startBroker } from './support/broker.ts';

const test = unitTest.skipIf(lacksMosquitto);
const keys = await keysOf('Theater am Markt, alle Türen');

/** A door of the house, which remembers nothing from before unless its folder does. */
function openDoor(kioskId: string, url: string, folder = temporaryFolder()) {
  const key = keyOf(kioskId);
  const db = openHouseFile(join(folder, `${kioskId}.db`));
  const store = new HouseStore(db, key);
  const house = new House({
    ...{ keys, key, store, register: new DoorRegister(db) },
    hold: new HoldRegister(db, key, store.origin),
    quarantined: 0,
    trust: new DoorTrust({
      ...{ db, key, name: () => kioskId },
      ...{ clock: systemClock, now: () => systemClock.now(), onChange: () => undefined },
    }),
    ...{ clock: systemClock, onNews: () => undefined, onChange: () => undefined },
    ...{ onCopies: () => undefined, onCopyMessage: () => undefined },
    broker: { url, user: null, password: null, ca: null },
  });
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    void house.close();
    store.close();
  };
  onTestFinished(close);
  house.reportThat(doorReport(kioskId), systemClock.now());
  return { house, store, close };
}

test('doors of yesterday whose words somebody repeats today are not there, and hold nobody', async () => {
  const { url } = await startBroker();
  const listener = await connectAsync(url);
  onTestFinished(() => void listener.end(true));
  const caught: (readonly [string, Buffer])[] = [];
  listener.on('message', (topic, payload) => caught.push([topic, payload]));
  await listener.subscribeAsync('#');

  const folder = temporaryFolder();
  const yesterday = [openDoor('left', url, folder), openDoor('right', url)] as const;
  const [left, right] = yesterday;
  await eventually(() => expect(left.house.state.doors).toEqual([right.store.origin]));
  left.house.tell([admission('left')]);
  right.house.orderHold({ kioskId: idOf('right'), door: 'Right', isHeld: true, at: 1 });
  await eventually(() => expect(left.house.state.hold.order?.isHeld).toBe(true));
  await eventually(() => expect(right.store.count()).toBe(1));
  for (const door of yesterday) door.close();

  // The kiosk's disk was replaced since; the other one is off.
  const today = openDoor('left', url);
  await eventually(() => expect(today.house.state.trouble).toBeNull());
  const words = [...caught];
  for (const [topic, payload] of words) await listener.publishAsync(topic, payload);
  // All of them have come when a word after them has.
  const late = openDoor('late', url);
  await eventually(() => expect(today.house.state.doors).toContain(late.store.origin));
  expect(today.house.state.doors).toEqual([late.store.origin]);
  expect(today.house.state.hold.order).toBeNull();
});
