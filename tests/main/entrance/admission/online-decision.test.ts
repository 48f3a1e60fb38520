import { ERROR_CODES, ERROR_NAMES } from '#shared/api/error-codes.ts';
import { judge, type PlatformWord } from '#main/entrance/admission/online-decision.ts';
import { describe, expect, test } from 'vitest';

const ABOUT_THE_TICKET = [8, 9, 10, 11, 13, 14];
const ABOUT_SOMETHING_ELSE = [1, 2, 3, 4, 5, 6, 7, 15, 16, 17];
const IDS = { ticketId: 501, performanceId: 31 };

function refused(code: number) {
  const word: PlatformWord = {
    type: 'refused',
    error: { code, key: 'error.some.thing', name: 'Name', forceLogout: false, messageHtml: null },
  };
  return judge(word, IDS);
}

describe('the decision that is the platform’s word', () => {
  const ticket = {
    name: 'Ada Lovelace',
    performance: 'The Winter’s Tale, Fri 20 Nov 19:30',
    section: 'Stalls',
    seat: 'C 12',
    ticketsScanned: 1,
    ticketsSold: 2,
    countedAt: null,
    successHtml: '<b>Stalls</b>',
    patron: null,
  };

  test.each([IDS, null])(
    'a ticket that the platform admits is let in with its facts; by numbers %o',
    (ticketIds) => {
      expect(judge({ type: 'admitted', ticket }, ticketIds)).toEqual({
        kind: 'admit',
        basis: 'platform',
        reason: { type: 'admitted' },
        ticket,
        ticketIds,
      });
    },
  );

  test.each(ABOUT_THE_TICKET)('code %i is about the ticket: no entry', (code) => {
    expect(refused(code)).toMatchObject({
      kind: 'reject',
      basis: 'platform',
      reason: { type: 'platform-error', error: { code } },
      ticket: null,
      ticketIds: IDS,
    });
  });

  test('code 12 is a duplicate', () => {
    expect(refused(12).kind).toBe('duplicate');
  });

  test.each(ABOUT_SOMETHING_ELSE)('code %i says nothing of the ticket: undecided', (code) => {
    expect(refused(code).kind).toBe('undecided');
  });

  test('every code of the spec has its place in this table', () => {
    const covered = [...ABOUT_THE_TICKET, 12, ...ABOUT_SOMETHING_ELSE].sort((a, b) => a - b);
    expect(covered).toEqual(ERROR_CODES);
    expect(Object.keys(ERROR_NAMES)).toHaveLength(17);
  });

  test.each([0, 18, 99, -1])('code %i, which the spec does not know, decides nothing', (code) => {
    expect(refused(code).kind).toBe('undecided');
  });
});
