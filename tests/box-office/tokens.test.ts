import { describe, expect, test } from 'vitest';
import { authorizationHeader, ERROR, SCANNING_PATHS } from '#shared/api/index.ts';
import { RESERVED_BARCODES } from '#box-office/reserved-barcodes.ts';
import { caller, EVENING, HOUR, MINUTE, openBoxOffice, send, signIn, USER } from './support.ts';

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

describe('the access token', () => {
  test('dies an hour after the last call that carried it, and says that it expired', async () => {
    const { boxOffice, clock } = await openBoxOffice();
    const door = await signIn(boxOffice);
    clock.at = EVENING + HOUR - 1;
    expect(await door.validateToken()).toMatchObject({
      error: false,
      accessTokenExpiration: EVENING + 2 * HOUR - 1,
    });
    clock.at = EVENING + 2 * HOUR - 1;
    const late = await door.validateToken();
    expect(late.accessTokenExpiration).toBeNull();
    expect(late.errorDetails).toMatchObject({
      errorCodeId: ERROR.tokenExpired,
      forceLogout: true,
    });
  });

  test('is given another hour by a call that fails', async () => {
    const { boxOffice, clock } = await openBoxOffice();
    const door = await signIn(boxOffice);
    clock.at += 59 * MINUTE;
    const refused = await door.validate('no such ticket');
    expect(refused.error).toBe(true);
    expect(refused.accessTokenExpiration).toBe(clock.at + HOUR);
    clock.at += 59 * MINUTE;
    expect(await door.validateToken()).toMatchObject({ error: false });
  });

  test('is not valid once it has been invalidated, and stays so', async () => {
    const { boxOffice } = await openBoxOffice();
    const door = await signIn(boxOffice);
    const ended = await door.invalidateToken();
    expect(ended.status).toBe(200);
    expect(await ended.text()).toBe('');
    expect((await door.validateToken()).errorDetails).toMatchObject({
      errorCodeId: ERROR.tokenNotValid,
      forceLogout: true,
    });
    expect((await door.invalidateToken()).status).toBe(200);
  });

  test('of one session ends without the others of that user', async () => {
    const { boxOffice } = await openBoxOffice();
    const [first, second] = [await signIn(boxOffice), await signIn(boxOffice)];
    await first.invalidateToken();
    expect((await second.validateToken()).error).toBe(false);
  });

  test('is not valid with the name of another user', async () => {
    const { boxOffice } = await openBoxOffice();
    const door = await signIn(boxOffice);
    const token = Buffer.from(door.headers['Authorization']?.slice(6) ?? '', 'base64')
      .toString()
      .split(':')
      .at(-1);
    const thief = caller(boxOffice, authorizationHeader(USER.foyer, token ?? ''));
    expect((await thief.validateToken()).errorDetails?.errorCodeId).toBe(ERROR.tokenNotValid);
  });

  test('ends with the error that forces a logout', async () => {
    const { boxOffice } = await openBoxOffice();
    const door = await signIn(boxOffice);
    const answer = await door.validate(RESERVED_BARCODES.unanticipatedForcedLogout);
    expect(answer.accessTokenExpiration).toBeNull();
    expect(answer.errorDetails).toMatchObject({
      errorCodeId: ERROR.unanticipatedErrorForcedLogout,
      forceLogout: true,
    });
    expect((await door.validateToken()).errorDetails?.errorCodeId).toBe(ERROR.tokenNotValid);
  });

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['of another scheme', `Bearer ${base64('a:b')}`],
    ['without credentials', 'Basic'],
    ['not base64', 'Basic a:b!'],
    ['without a colon', `Basic ${base64('somebody')}`],
    ['without a user', `Basic ${base64(':token')}`],
    ['without a token', `Basic ${base64('user:')}`],
    ['not UTF-8', `Basic ${Buffer.from([0xff, 0x3a, 0x61]).toString('base64')}`],
  ])('is not looked for in a header that is %s', async (_, header) => {
    const { boxOffice } = await openBoxOffice();
    const door = caller(boxOffice, header === undefined ? {} : { Authorization: header });
    for (const answer of [
      await door.validateToken(),
      await door.filterOptions(),
      await door.validate('1'),
      await door.download(),
      await door.sync([]),
    ]) {
      expect(answer.errorDetails).toMatchObject({
        errorCodeId: ERROR.authorizationHeaderInvalid,
        forceLogout: true,
      });
      expect(answer.accessTokenExpiration).toBeNull();
    }
    expect((await door.invalidateToken()).status).toBe(200);
  });

  test('is not needed to sign in, whatever the header says', async () => {
    const { boxOffice } = await openBoxOffice();
    const response = await send(boxOffice, 'POST', SCANNING_PATHS.authenticate, {
      headers: { Authorization: 'Basic nonsense' },
      body: JSON.stringify({ username: USER.door, password: 'open-the-doors' }),
    });
    expect(await response.json()).toMatchObject({ error: false });
  });
});
