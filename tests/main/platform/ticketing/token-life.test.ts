import { expect, test } from 'vitest';
import { evidenceOf, tokenIsDead } from '#main/platform/ticketing/token-life.ts';
import { ERROR } from '#shared/api/index.ts';

const refusal = (code: number, forceLogout = false) => ({
  ...{ code, forceLogout, key: 'key', name: 'name', messageHtml: null },
});

test.each([ERROR.unanticipatedError, ERROR.inputMissingRequiredField])(
  'a platform that stumbled over the question (%i) has not said that the token is dead',
  (code) => {
    expect(tokenIsDead(refusal(code))).toBe(false);
    expect(tokenIsDead(refusal(code, true))).toBe(true);
  },
);

test('nor has one that names no error', () => {
  const error = { ...refusal(0), key: '', name: '' };
  expect(tokenIsDead(error)).toBe(false);
  expect(tokenIsDead({ ...error, forceLogout: true })).toBe(true);
});

test.each([ERROR.tokenExpired, ERROR.tokenNotValid, ERROR.notAuthorized, 99])(
  'any other refusal of the question says so: %i',
  (code) => expect(tokenIsDead(refusal(code))).toBe(true),
);

test.each([
  ['dead, in the platform’s words', { error: refusal(6), status: 401 }, 'word'],
  ['dead, from a platform in trouble', { error: refusal(6), status: 503 }, 'hearsay'],
  ['busy', { error: refusal(17), status: 429 }, 'hearsay'],
  [
    'an error without a name',
    { error: { ...refusal(0), key: '', name: '' }, status: 401 },
    'turned-away',
  ],
  ['a stumble', { error: refusal(16), status: 401 }, undefined],
])('refused for being %s', (_what, failure, weight) => {
  expect(evidenceOf({ type: 'refused', ...failure })?.weight).toBe(weight);
});

test.each([
  [{ status: 401 }, 'turned-away'],
  [{ status: 401, isPage: true }, 'turned-away'],
  [{ status: 403 }, 'turned-away'],
  [{ status: 403, isPage: true }, 'hearsay'],
  [{ status: 407, isPage: true }, undefined],
  [{ status: 511 }, undefined],
  [{}, undefined],
] as const)('an answer that is none (%j)', (head, weight) => {
  expect(evidenceOf({ type: 'offline', reason: 'not-the-platform', ...head })?.weight).toBe(weight);
});
