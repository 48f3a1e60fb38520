import { openFileLog } from '#main/base/log/file-log.ts';
import { maskFact, maskText } from '#main/base/log/mask.ts';
import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { EOL } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { expectOwnerOnly } from '#tests/support/owner-only.ts';

describe('what never enters the log', () => {
  test.each([
    [
      'an Authorization header',
      'sent Authorization: Basic ZG9vcjpzZWNyZXQ= to it',
      'ZG9vcjpzZWNyZXQ',
    ],
    ['a user name that is an e-mail address', 'no such user ada.lovelace@usher.example', 'ada'],
    ['a barcode of digits', 'cannot read 004711', '004711'],
    ['a barcode with dashes', 'cannot read AB-12-CD-34', 'AB-12'],
    ['a token', 'got f3a9c2e7b1d84c6e', 'f3a9c2'],
    [
      'the query of an address',
      'GET https://tickets.example/x?clientId=1&barcode=abc failed',
      'abc',
    ],
    ['credentials in an address', 'GET https://ada:pw@tickets.example failed', 'ada:pw'],
    ['a telephone number', 'call 5550100200', '5550100200'],
  ])('%s', (_what, text, secret) => {
    expect(text).toContain(secret);
    expect(maskText(text)).not.toContain(secret);
  });

  test.each([
    'token',
    'accessToken',
    'password',
    'Authorization',
    'barcode',
    'code',
    'username',
    'name',
    'lastName',
    'email',
    'phoneNumber',
    'address',
    'patron',
  ])('a fact named %s, whatever its value', (name) => {
    expect(maskFact(name, 'x')).toBe('•••');
    expect(maskFact(name, 7)).toBe('•••');
  });

  test.each([
    ['status', 'signed-in'],
    ['errorCode', 12],
    ['durationMs', 1234567],
    ['incident', 'a1b2c3d4'],
    ['reason', 'not-the-platform'],
  ])('but %s stays readable', (name, value) => {
    expect(maskFact(name, value)).toBe(value);
  });

  test.each([
    'the platform answered with 12 in 340 ms',
    'the settings file could not be read: it is put aside',
    'started at 19:42:07',
  ])('and so does “%s”', (text) => {
    expect(maskText(text)).toBe(text);
  });
});

describe('the log file', () => {
  test('holds time, level, part, text and facts, masked, for its owner alone', () => {
    const folder = temporaryFolder();
    const log = openFileLog(folder, { console: false }).scope('admission');
    log.warn('a scan of 12345678 was refused', { errorCode: 11, barcode: '12345678' });
    const path = join(folder, 'usher.log');
    const content = readFileSync(path, 'utf8');
    expect(content).toMatch(/\[\d{4}-.*\] \[warn\]\s+\(admission\)\s+a scan of ••• was refused/);
    expect(content).toContain('errorCode=11 barcode="•••"');
    expect(content).not.toContain('12345678');
    expectOwnerOnly(path);
  });

  test('begins anew when it has grown large, and keeps the one before', () => {
    const folder = temporaryFolder();
    const log = openFileLog(folder, { console: false, largestFile: 2_000 });
    for (let index = 0; index < 60; index += 1) log.info('the same thing happened once more');
    expect(readdirSync(folder).sort()).toEqual(['usher.log', 'usher.old.log']);
    expect(statSync(join(folder, 'usher.log')).size).toBeLessThan(2_500);
  });

  test('goes on where the one before cannot be replaced, without losing a line; up to a size', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'usher.old.log', 'held'), { recursive: true });
    const log = openFileLog(folder, { console: false, largestFile: 2_000 });
    const lines = () => readFileSync(join(folder, 'usher.log'), 'utf8').trimEnd().split(EOL);
    for (let index = 0; index < 60; index += 1) log.info(`line ${index}`);
    expect(lines()).toHaveLength(60);
    for (let index = 60; index < 400; index += 1) log.info(`line ${index}`);
    expect(statSync(join(folder, 'usher.log')).size).toBeLessThan(9_000);
    expect(lines().at(-1)).toContain('line 399');
  });
});
