import { NO_WAY, type Entrance, type TicketPattern } from '#shared/model/entrance.ts';

/** An entrance of a house; without changes nobody has said where it is. */
export function entrance(
  id: string,
  tickets: readonly TicketPattern[] = [],
  changes: Partial<Entrance> = {},
): Entrance {
  return {
    ...{ id, name: id, nameIn: {}, colour: null, way: NO_WAY, waysFrom: {}, tickets },
    ...changes,
  };
}
