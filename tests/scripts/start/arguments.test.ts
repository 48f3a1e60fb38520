import { expect, test } from 'vitest';
import { electronArguments, kioskArguments } from '../../../scripts/start/arguments.ts';
import { failedStart, type ChildEnd } from '../../../scripts/start/run-child.ts';

test.each([
  [[], {}, ['--demo', '--windowed']],
  [['--port=8080'], {}, ['--demo', '--windowed', '--port=8080']],
  [['--demo'], {}, ['--demo']],
  [['--base-url=https://t.example'], {}, ['--base-url=https://t.example']],
  [['--base-url', 'https://t.example'], {}, ['--base-url', 'https://t.example']],
  [['--windowed'], { USHER_BASE_URL: 'https://t.example' }, ['--windowed']],
  [['--settings=fleet.json'], {}, ['--settings=fleet.json']],
  [[], { USHER_SETTINGS: 'fleet.json' }, []],
  [[], { USHER_BASE_URL: '' }, ['--demo', '--windowed']],
])('typed %j with %j, the kiosk is started with %j', (typed, env, expected) => {
  expect(kioskArguments(typed, env)).toEqual(expected);
});

test.each([
  ['linux', 0, ['--no-sandbox', '.', '--demo']],
  ['linux', 1000, ['.', '--demo']],
  ['darwin', 0, ['.', '--demo']],
  ['win32', undefined, ['.', '--demo']],
] as const)('on %s as user %s Electron gets %j', (platform, userId, expected) => {
  expect(electronArguments(['--demo'], platform, userId)).toEqual(expected);
});

const ran: ChildEnd = { code: 0, signal: null, error: null, lived: 2000 };

test.each([
  ['closed by its user', ran, null],
  ['told that its arguments are wrong', { ...ran, code: 2 }, null],
  ['ended by Ctrl+C', { ...ran, code: null, signal: 'SIGINT' }, null],
  ['crashed late', { ...ran, code: null, signal: 'SIGSEGV', lived: 60_000 }, null],
  ['crashed at once', { ...ran, code: null, signal: 'SIGTRAP' }, 'SIGTRAP'],
  ['made for another machine', { ...ran, code: null, error: 'ENOEXEC' }, 'ENOEXEC'],
  ['short of a library', { ...ran, code: 127 }, 'exit code 127'],
] as const)('a program %s: failed start %s', (_how, end, expected) => {
  expect(failedStart(end)).toBe(expected);
});
