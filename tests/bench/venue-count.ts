import { join } from 'node:path';
import { standingOf } from '#main/ledger/standing.ts';
import type { TicketEvent } from '#main/ledger/ticket-event.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { VenueCount } from '#main/venue/venue-count.ts';
import { HOUR } from '#shared/time.ts';
import { EVENING } from '#tests/main/ledger/support.ts';
import { admitted, checkedOut, uploaded } from '#tests/main/ledger/ticket-events.ts';
import { keyOf } from '#tests/support/door-keys.ts';
import { halfAndMost, type Figure } from './figures.ts';
import { inFolder } from './in-folder.ts';

/** Events of one ticket that are folded. */
const FOLDED = 64;

/** What a fold over the events of a ticket takes, and counting the guests of so many tickets. */
export function measureVenueCount(tickets: number, turns: number): Promise<Figure[]> {
  return inFolder((folder) => {
    const store = new HouseStore(openHouseFile(join(folder, 'count.db')), keyOf('here'));
    for (let ticket = 0; ticket < tickets; ticket += 1) {
      const events = eveningOf(ticket, 1 + (ticket % 4));
      store.tell(events.map((one) => ({ ...one, type: 'ticket', until: EVENING + HOUR })));
    }
    const count = new VenueCount(store);
    count.recount();
    store.close();
    const counted = timesOf(turns, () => {
      count.inside(EVENING - HOUR);
      count.figures(EVENING, EVENING - HOUR, () => true);
    });
    const folds = [
      { what: 'fold over the events of a guest who goes in and out', events: eveningOf(0, FOLDED) },
      { what: 'fold over admissions that all conflict', events: conflicting(FOLDED) },
    ];
    const figures = { what: 'who is inside, and the figures of all doors', size: tickets };
    return Promise.resolve([
      ...folds.flatMap(({ what, events }) => {
        const folded = timesOf(100 * turns, () => standingOf(events));
        const promised = { what, size: FOLDED, toReach: null, halfToReach: { most: 0.05 } };
        return halfAndMost(promised, folded, null);
      }),
      ...halfAndMost({ ...figures, toReach: null, halfToReach: { most: 20 } }, counted, null),
    ]);
  });
}

/** So many events of a guest who goes in and out. */
function eveningOf(ticket: number, count: number): readonly TicketEvent[] {
  const given = { ticketHash: `hash ${ticket}`, ticketId: ticket, at: EVENING - ticket };
  const events: TicketEvent[] = [];
  let out: readonly string[] = [];
  for (let turn = 0; events.length < count; turn += 1) {
    const id = (what: number) => `0192f3a4-5b6c-7d8e-${ticket}-${String(2 * turn + what)}`;
    events.push(admitted(id(0), out, given), uploaded(id(0), given));
    events.push(checkedOut(id(1), id(0), [id(0)], given));
    out = [id(1)];
  }
  return events.slice(0, count);
}

/** So many admissions of one ticket, by doors that knew nothing of each other. */
function conflicting(count: number): readonly TicketEvent[] {
  return Array.from({ length: count }, (_, door) =>
    admitted(`0192f3a4-5b6c-7d8e-0-${door}`, [], { kioskId: `door ${door}`, at: EVENING - door }),
  );
}

/** How long each turn takes, in milliseconds, sorted. */
function timesOf(turns: number, work: () => void): readonly number[] {
  const times = Array.from({ length: turns }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b);
}
