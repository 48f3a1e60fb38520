import { expect, test } from 'vitest';
import type { HouseEvent, HouseNote } from '#main/venue/house-event.ts';
import { SharedNotes, type OwnNote } from '#main/venue/shared-notes.ts';
import { keysOf } from '#tests/support/door-keys.ts';

const keys = await keysOf('the same at all doors');
const UNTIL = Date.UTC(2026, 10, 24);

/** A door's notes; the events that it has told, while it can. */
function doorWith(own: readonly OwnNote[] = []) {
  const door = { canTell: true, told: [] as HouseEvent[], ended: [] as string[] };
  const notes = new SharedNotes({
    ...{ kioskId: 'left', door: () => 'Left', own: () => own },
    tell(events) {
      if (door.canTell) door.told.push(...events);
      return door.canTell;
    },
    onChange: (ended) => void door.ended.push(...ended),
  });
  notes.useKeys(keys);
  return { notes, door };
}

test('opens at one door what another has sealed', () => {
  const content = { text: 'Mayor, with two guests' };
  const { notes, door } = doorWith([{ id: 'a note', until: UNTIL, content }]);
  notes.follow();
  expect(JSON.stringify(door.told)).not.toContain('Mayor');
  const right = doorWith();
  const told = door.told.filter((event): event is HouseNote => event.type === 'note');
  right.notes.hear([...told, ...told.map((note) => ({ ...note, id: 'another' }))], ['gone']);
  expect(right.notes.all()).toEqual([{ id: 'a note', door: 'Left', until: UNTIL, content }]);
  expect(right.door.ended).toEqual(['gone']);
});

test('publishes a removal once after the connection is back', () => {
  const { notes, door } = doorWith();
  door.canTell = false;
  notes.end([{ id: 'first', until: UNTIL }]);
  notes.end([{ id: 'second', until: UNTIL }]);
  notes.follow();
  expect(door.told).toEqual([]);
  door.canTell = true;
  notes.follow();
  notes.follow();
  expect(door.told).toMatchObject([
    { type: 'note end', of: 'first' },
    { type: 'note end', of: 'second' },
  ]);
});
