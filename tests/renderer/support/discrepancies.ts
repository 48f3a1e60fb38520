import type { Discrepancy } from '#shared/model/discrepancy.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { apiError, inMinutes } from './builders.ts';
import { FakeMain } from './fake-transport.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

/** One that the platform took back later: its ticket had been voided. */
export function discrepancy(changes: Partial<Discrepancy> = {}): Discrepancy {
  return {
    id: '0192d3c4-0000-7000-8000-000000000001',
    code: '4006381333931',
    scannedAt: inMinutes(-35),
    state: 'conflict',
    reason: { type: 'platform-error', error: apiError(13) },
    otherDoor: null,
    sentAgainAt: null,
    name: 'Hermione Leontes',
    performance: 'The Winter’s Tale, 19:30',
    seat: 'Stalls, Row F, 12',
    ...changes,
  };
}

/** One of each state and reason, newest first. */
export const DISCREPANCIES: Discrepancy[] = [
  discrepancy(),
  discrepancy({
    id: '0192d3c4-0000-7000-8000-000000000002',
    code: 'HT-2025-11-20-000187354',
    scannedAt: inMinutes(-41),
    state: 'refused',
    reason: { type: 'platform-words', text: 'Ticket does not belong to the performance.' },
    name: null,
    seat: null,
  }),
  discrepancy({
    id: '0192d3c4-0000-7000-8000-000000000003',
    code: null,
    scannedAt: inMinutes(-52),
    state: 'refused',
    reason: { type: 'unreadable' },
    name: null,
    performance: null,
    seat: null,
  }),
  discrepancy({
    id: '0192d3c4-0000-7000-8000-000000000004',
    code: '4006381333948',
    scannedAt: inMinutes(-3 * 24 * 60),
    state: 'expired',
    reason: null,
    name: 'Autolycus',
  }),
  discrepancy({
    id: '0192d3c4-0000-7000-8000-000000000005',
    code: '4006381333955',
    scannedAt: inMinutes(-3 * 24 * 60 - 10),
    reason: { type: 'platform-error', error: apiError(42) },
    name: 'Perdita Leontes',
  }),
];

/** A main process with a list of them, in pages; what is acknowledged leaves the list. */
export function mainWithDiscrepancies(
  state: KioskState,
  all: readonly Discrepancy[] = DISCREPANCIES,
  page = 3,
): FakeMain {
  let listed = [...all];
  const main = new FakeMain(withChanges(state, { discrepancies: listed.length }));
  main.on('discrepancies', ({ before }) => {
    // As the ledger counts them: upwards, so that older ones have smaller numbers.
    const number = (one: Discrepancy) => all.length - all.indexOf(one);
    const rest = listed.filter((one) => before === null || number(one) < before);
    const discrepancies = rest.slice(0, page);
    const last = discrepancies.at(-1);
    const more = rest.length > page && last !== undefined;
    return { ok: true, value: { discrepancies, before: more ? number(last) : null } };
  });
  main.on('acknowledgeDiscrepancies', ({ ids }) => {
    listed = listed.filter(({ id }) => !ids.includes(id));
    main.emit(withChanges(state, { discrepancies: listed.length }));
    return { ok: true, value: null };
  });
  return main;
}
