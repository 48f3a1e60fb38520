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

/** The features of src/renderer, floor by floor in the same way. All stand on lib and ui, and app on them. */
export const FEATURES = [
  ['camera', 'frame', 'verdict'],
  ['discrepancies', 'find', 'lock', 'notes', 'overrule', 'programme', 'scanners', 'speech'],
  ['guest', 'history', 'party', 'settings'],
  ['entrances', 'house', 'outputs', 'updates'],
  ['door', 'statistics'],
  ['sign-in'],
  ['first-start'],
  ['readiness'],
] as const;

/** What a room may not import: its neighbours, and all that is above them. */
export function outOfBoundsFor<R extends string>(
  room: R,
  floors: readonly (readonly R[])[],
): readonly R[] {
  const floor = floors.findIndex((rooms) => rooms.includes(room));
  return floors
    .slice(floor)
    .flat()
    .filter((each) => each !== room);
}
