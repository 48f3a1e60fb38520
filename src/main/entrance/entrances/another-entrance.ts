import { signTo, type Entrance, type EntranceSign } from '#shared/model/entrance.ts';
import type { Settings } from '#main/settings/settings.ts';
import { EntrancePatterns, type TicketTexts } from './entrance-patterns.ts';

/** Returns the sign to the entrance that a ticket belongs to; null: to this one, or nobody has said to which. */
export type AnotherEntrance = (ticket: TicketTexts) => EntranceSign | null;

/**
 * Judges tickets by the list of entrances that is in force. Where this kiosk's own entrance is not set, or not in
 * the list, no ticket belongs elsewhere: nobody is sent away by a list that is not finished.
 *
 * @param read the settings in force
 */
export function anotherEntrance(
  read: () => Pick<Settings, 'entrance' | 'entrances'>,
): AnotherEntrance {
  let list: readonly Entrance[] = [];
  let patterns = new EntrancePatterns(list);
  return (ticket) => {
    const { entrance: own, entrances } = read();
    if (own === null || !entrances.some(({ id }) => id === own)) return null;
    if (entrances !== list) {
      list = entrances;
      patterns = new EntrancePatterns(list);
    }
    const [first, ...others] = patterns.of(ticket);
    if (first === undefined || [first, ...others].some(({ id }) => id === own)) return null;
    return signTo(first, own);
  };
}
