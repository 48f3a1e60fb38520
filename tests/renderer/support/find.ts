import type { FoundStanding, FoundTicket } from '#shared/model/find.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { UNLOCKED, type StateChanges } from '#tests/support/kiosk-state.ts';
import { inMinutes, openDoor } from './builders.ts';
import { FakeMain } from './fake-transport.ts';

const COPY_FROM = inMinutes(-5);

/** What the kiosk's snapshot says of a ticket that is not good. */
export function notGood(code: 9 | 10 | 11 | 12 | 13, firstAt: number | null = null): FoundStanding {
  return { type: 'copy', code, firstScanAt: firstAt, copyFrom: COPY_FROM };
}

export function foundTicket(number: number, changes: Partial<FoundTicket> = {}): FoundTicket {
  return {
    id: `0f0c7c0e-8b9e-4f0b-9a50-${String(number).padStart(12, '0')}`,
    ticketId: 5_000_000 + number,
    name: 'Hermione Leontes',
    guest: null,
    section: 'Stalls',
    seat: `Row C, Seat ${number}`,
    productionName: 'The Winter’s Tale',
    performanceStart: inMinutes(25),
    ticketsSold: 4,
    standing: { type: 'valid', copyFrom: COPY_FROM },
    ...changes,
  };
}

/** Tickets of every standing. */
export const FOUND: readonly FoundTicket[] = [
  foundTicket(12),
  foundTicket(13, { guest: 'Perdita Polixenes' }),
  foundTicket(14, { standing: notGood(12, inMinutes(-3)) }),
  foundTicket(15, { standing: notGood(10), performanceStart: inMinutes(24 * 60) }),
  foundTicket(16, { standing: notGood(13) }),
  foundTicket(17, { name: null, section: null, seat: null, standing: { type: 'not-known' } }),
];

/** A door behind whose PIN 100,000 tickets can be searched. */
export function searching(changes: StateChanges = {}): KioskState {
  return openDoor({
    lock: UNLOCKED,
    find: { status: 'ready', tickets: 100_000, builtAt: COPY_FROM },
    ...changes,
  });
}

/** A kiosk that finds these tickets, whatever is looked for; without words none. */
export function mainThatFinds(
  state: KioskState,
  tickets: readonly FoundTicket[] = FOUND,
  total = tickets.length,
): FakeMain {
  const main = new FakeMain(state);
  const nothing = { tickets: [], total: 0 };
  for (const call of ['findTickets', 'findTicketsAgain'] as const) {
    main.on(call, ({ query }) => ({
      ok: true,
      value: query === '' ? nothing : { tickets, total },
    }));
  }
  main.on('admitFound', () => ({ ok: true, value: null }));
  return main;
}
