import { parseBrowserCommandLine, parseCommandLine } from '#main/hosts/host/command-line.ts';
import { err, ok } from '#shared/result.ts';
import { describe, expect, test } from 'vitest';

const nothing = { baseUrl: null, demo: false, windowed: false, settingsFile: null };

describe('the command line', () => {
  test.each([
    ['nothing', [], {}, nothing],
    ['the demo in a window', ['--demo', '--windowed'], {}, { demo: true, windowed: true }],
    ['an address', ['--base-url=https://t.example'], {}, { baseUrl: 'https://t.example' }],
    ['a file', ['--settings=door.json'], {}, { settingsFile: 'door.json' }],
    // Whether it may be asked, the settings say.
    ['plain http', ['--base-url=http://t.example'], {}, { baseUrl: 'http://t.example' }],
    [
      'the environment alone',
      [],
      { USHER_BASE_URL: 'http://127.0.0.1:8080', USHER_SETTINGS: '/etc/door.json' },
      { baseUrl: 'http://127.0.0.1:8080', settingsFile: '/etc/door.json' },
    ],
    [
      'both, and the command line wins',
      ['--base-url=https://here.example', '--settings=here.json'],
      { USHER_BASE_URL: 'https://there.example', USHER_SETTINGS: 'there.json' },
      { baseUrl: 'https://here.example', settingsFile: 'here.json' },
    ],
    [
      'the demo, and an address in the environment',
      ['--demo'],
      { USHER_BASE_URL: 'https://there.example' },
      { demo: true },
    ],
    ['an empty variable', [], { USHER_BASE_URL: '' }, nothing],
  ] as const)('says %s', (_what, args, env, expected) => {
    expect(parseCommandLine(args, env)).toEqual(ok({ ...nothing, ...expected }));
  });

  test('is read from among Electron’s own arguments', () => {
    const args = ['.', '--no-sandbox', '--remote-debugging-port=0', '--user-data-dir=/d', '--demo'];
    expect(parseCommandLine(args, {})).toEqual(ok({ ...nothing, demo: true }));
  });

  test.each([
    ['no address', ['--base-url=my tickets'], /--base-url wants an address/],
    [
      'an address of another kind',
      ['--base-url=file:///etc/passwd'],
      /--base-url wants an address/,
    ],
    ['an option without its value', ['--base-url'], /--base-url wants an address/],
    ['a flag with a value', ['--windowed=yes'], /--windowed takes no value/],
    ['no file', ['--settings'], /--settings wants/],
    ['two platforms', ['--demo', '--base-url=https://t.example'], /--demo brings its own/],
  ])('with %s is refused in words', (_what, args, words) => {
    expect(parseCommandLine(args, {})).toEqual(err(expect.stringMatching(words)));
  });
});

describe('the command line of the kiosk in a browser', () => {
  test('knows a port and a folder besides', () => {
    const args = ['--port=8123', '--user-data-dir=/data/door', '--demo', '--windowed'];
    expect(parseBrowserCommandLine(args, {})).toEqual(
      ok({
        ...nothing,
        demo: true,
        windowed: true,
        port: 8123,
        userDataDirectory: '/data/door',
      }),
    );
  });

  test('finds a free port and the usual folder by itself', () => {
    expect(parseBrowserCommandLine([], {})).toEqual(
      ok({ ...nothing, port: 0, userDataDirectory: null }),
    );
  });

  test.each([
    ['a port out of range', ['--port=70000'], /--port wants/],
    ['a port in words', ['--port=eighty'], /--port wants/],
    ['a port without a number', ['--port'], /--port wants/],
    ['an unknown option', ['--kiosk'], /--kiosk is not known/],
    ['a stray word', ['demo'], /demo is not known/],
    ['a wrong address', ['--base-url=ftp://x'], /--base-url wants/],
  ])('with %s is refused in words', (_what, args, words) => {
    expect(parseBrowserCommandLine(args, {})).toEqual(err(expect.stringMatching(words)));
  });
});
