/**
 * The rooms of src/main, floor by floor from the ground: each may import those on the floors below its
 * own, and no other.
 */
export const FLOORS = [
  ['base'],
  ['platform', 'ledger'],
  ['snapshot', 'settings', 'sync', 'venue'],
  ['entrance', 'operations'],
  ['kiosk'],
  ['rehearsal'],
  ['hosts'],
] as const;

export type Room = (typeof FLOORS)[number][number];

/** What a room may not import: its neighbours, and all that is above them. */
export function outOfBoundsFor(room: Room): readonly Room[] {
  const floor = FLOORS.findIndex((rooms) => rooms.some((each) => each === room));
  return FLOORS.slice(floor)
    .flat()
    .filter((each) => each !== room);
}
