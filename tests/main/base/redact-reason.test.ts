import { redactReason } from '#main/base/redact-reason.ts';
import { expect, test } from 'vitest';

const WORDS = {
  key: 'blocked.4006381333931',
  name: 'Ticket 4006381333931 of Ada Lovelace is blocked',
  forceLogout: false,
  messageHtml: '<p>Ada Lovelace</p>',
};

test('an error that nobody knows quotes barcode and guest: what is left of it is its number', () => {
  expect(redactReason({ type: 'platform-error', error: { ...WORDS, code: 99 } })).toEqual({
    type: 'platform-error',
    error: { code: 99, key: '', name: '', forceLogout: false, messageHtml: null },
  });
});

test.each([
  ['by its number', { ...WORDS, code: 13 }],
  ['by its key alone', { ...WORDS, code: 0, key: 'error.ticket.voided' }],
])('one that is known %s has the words of the spec in place of its own', (_by, error) => {
  expect(redactReason({ type: 'platform-error', error })).toEqual({
    type: 'platform-error',
    error: {
      code: error.code,
      key: 'error.ticket.voided',
      name: 'Ticket Voided',
      forceLogout: false,
      messageHtml: null,
    },
  });
});

test('any other reason has none', () => {
  expect(redactReason({ type: 'admitted' })).toEqual({ type: 'admitted' });
});
