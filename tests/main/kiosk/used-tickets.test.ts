import { usedAsOf } from '#main/kiosk/used-tickets.ts';
import { ok } from '#shared/result.ts';
import { expect, test } from 'vitest';
import { BUILT_AT, snapshotTicket } from '#tests/main/entrance/admission/support.ts';

const SCAN = {
  ...{ id: 'a', sequence: 1, wasSent: false, isTimeGuessed: false },
  ...{ code: 'A1', ticketId: 502, performanceId: 32, platformTime: BUILT_AT - 1 },
};
const MATINEE = snapshotTicket({ ticketId: 501, performanceId: 31 });
const EVENING = snapshotTicket({ ticketId: 502, performanceId: 32 });
const used = { alreadyScanned: true };

test.each([
  ['the one that was let in', [MATINEE, { ...EVENING, ...used }], BUILT_AT],
  ['the other one', [{ ...MATINEE, ...used }, EVENING], null],
  ['one that is on the card no more', [{ ...MATINEE, ...used }], null],
  ['none, as it is unknown', [], null],
])('of a card the platform calls one ticket used: %s', (_which, tickets, asOf) => {
  const ask = usedAsOf({ asOf: () => BUILT_AT, find: () => ok(tickets) });
  expect(ask(1, SCAN)).toBe(asOf);
});

test('a snapshot from before the scan has nothing to say of it', () => {
  const ask = usedAsOf({ asOf: () => BUILT_AT, find: () => ok([{ ...EVENING, ...used }]) });
  expect(ask(1, { ...SCAN, platformTime: BUILT_AT })).toBeNull();
});
