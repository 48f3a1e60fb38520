import { ERROR_CODES, ERROR_NAMES } from '#shared/api/error-codes.ts';
import { judge } from '#main/admission/judge.ts';
import { describe, expect, test } from 'vitest';

const ABOUT_THE_TICKET = [8, 9, 10, 11, 13, 14];
const ABOUT_SOMETHING_ELSE = [1, 2, 3, 4, 5, 6, 7, 15, 16, 17];

function refused(code: number) {
  const error = {
    code,
    key: 'error.some.thing',
    name: 'Name',
    forceLogout: false,
    messageHtml: null,
  };
  return judge({ type: 'refused', error });
}

describe('the decision that follows from the platform’s answer', () => {
  test('a ticket that the platform admits is let in with its facts', () => {
    const ticket = {
      name: 'Ada Lovelace',
      performance: 'The Winter’s Tale, Fri 20 Nov 19:30',
      section: 'Stalls',
      seat: 'C 12',
      ticketsScanned: 1,
      ticketsSold: 2,
      successHtml: '<b>Stalls</b>',
      patron: null,
    };
    expect(judge({ type: 'admitted', ticket })).toEqual({
      kind: 'admit',
      reason: { type: 'admitted' },
      ticket,
    });
  });

  test.each(ABOUT_THE_TICKET)('code %i is about the ticket: no entry', (code) => {
    expect(refused(code)).toMatchObject({
      kind: 'reject',
      reason: { type: 'platform-error', error: { code } },
      ticket: null,
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

  test.each([0, 18, 99, -1])('code %i, which the spec does not know, rejects', (code) => {
    expect(refused(code).kind).toBe('reject');
  });

  test('a platform that cannot be reached never turns anybody away', () => {
    expect(judge({ type: 'unreachable', reason: 'dns' })).toEqual({
      kind: 'undecided',
      reason: { type: 'no-answer', cause: 'dns' },
      ticket: null,
    });
  });

  test('without a user nothing is decided', () => {
    expect(judge({ type: 'not-signed-in' }).kind).toBe('undecided');
  });
});
