import { expect, test } from 'vitest';
import { hashPassword, NOBODY, passwordMatches } from '#box-office/passwords.ts';

test('a password is right as often as it is asked for, for its user alone, and no other is', async () => {
  const stored = await hashPassword('secret');
  const another = await hashPassword('another');
  for (const _time of ['first', 'again']) {
    expect(await passwordMatches('secret', stored)).toBe(true);
    expect(await passwordMatches('secrets', stored)).toBe(false);
    expect(await passwordMatches('secret', another)).toBe(false);
    expect(await passwordMatches('secret', NOBODY)).toBe(false);
  }
});
