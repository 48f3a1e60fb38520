import { describe, expect, test } from 'vitest';
import { ERROR } from '#shared/api/index.ts';
import { authenticate, EVENING, HOUR, openBoxOffice, passwordOf, signIn, USER } from './support.ts';

describe('authenticate', () => {
  test('a user who may scan is given a token that lives for an hour', async () => {
    const { boxOffice } = await openBoxOffice();
    const answer = await authenticate(boxOffice, USER.door, passwordOf(USER.door));
    const { accessToken, ...rest } = answer;
    expect(accessToken).toMatch(/^[\w-]{32}$/);
    expect(rest).toStrictEqual({
      accessTokenExpiration: EVENING + HOUR,
      error: false,
      errorMessageHTML: null,
      errorDetails: null,
      passwordExpiresOn: null,
      daysTillPasswordExpires: null,
    });
  });

  test.each([
    ['a wrong password', USER.door, 'open-the-door', ERROR.authenticationFailed],
    ['an unknown user', 'nobody@usher.example', 'open-the-doors', ERROR.authenticationFailed],
    ['a user without the permission', USER.bar, passwordOf(USER.bar), ERROR.notAuthorized],
    ['a wrong password of such a user', USER.bar, 'wrong', ERROR.authenticationFailed],
    ['an expired password', USER.archive, passwordOf(USER.archive), ERROR.passwordExpired],
    ['a wrong password of such a user', USER.archive, 'wrong', ERROR.authenticationFailed],
  ])('%s is refused with its own code', async (_, username, password, code) => {
    const { boxOffice } = await openBoxOffice();
    const answer = await authenticate(boxOffice, username, password);
    expect(answer.errorDetails).toMatchObject({ errorCodeId: code, forceLogout: false });
    expect(answer).toMatchObject({
      error: true,
      accessTokenExpiration: null,
      accessToken: null,
      passwordExpiresOn: null,
      daysTillPasswordExpires: null,
    });
  });

  test('a password that expires soon is announced in begun days, and then refused', async () => {
    const { boxOffice, clock } = await openBoxOffice();
    const password = passwordOf(USER.matinee);
    expect(await authenticate(boxOffice, USER.matinee, password)).toMatchObject({
      passwordExpiresOn: EVENING + 72 * HOUR,
      daysTillPasswordExpires: 3,
    });
    clock.at = EVENING + 72 * HOUR - 1;
    expect(await authenticate(boxOffice, USER.matinee, password)).toMatchObject({
      daysTillPasswordExpires: 1,
    });
    clock.at = EVENING + 72 * HOUR;
    const late = await authenticate(boxOffice, USER.matinee, password);
    expect(late.errorDetails?.errorCodeId).toBe(ERROR.passwordExpired);
  });

  test('a user name with colons, umlauts and emoji signs in and calls', async () => {
    const { boxOffice } = await openBoxOffice();
    const door = await signIn(boxOffice, USER.difficult);
    expect(await door.validateToken()).toMatchObject({ error: false });
  });
});
