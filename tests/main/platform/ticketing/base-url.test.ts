import { describe, expect, test } from 'vitest';
import { readHost, readBaseUrl } from '#main/platform/ticketing/base-url.ts';

describe('an address that a person types', () => {
  test.each([
    ['tickets.example', 'https://tickets.example'],
    ['  tickets.example \n', 'https://tickets.example'],
    ['TICKETS.example', 'https://tickets.example'],
    ['HTTPS://tickets.example', 'https://tickets.example'],
    ['https://tickets.example/', 'https://tickets.example'],
    ['https://tickets.example///', 'https://tickets.example'],
    ['https://tickets.example:8443/', 'https://tickets.example:8443'],
    ['tickets.example:8443', 'https://tickets.example:8443'],
    ['https://tickets.example:443', 'https://tickets.example'],
    ['https://tickets.example/venue/api/', 'https://tickets.example/venue/api'],
    ['tickets.example/venue', 'https://tickets.example/venue'],
    ['kärcher.example', 'https://xn--krcher-bua.example'],
    ['192.168.1.20', 'https://192.168.1.20'],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
  ])('%j is %s', (typed, baseUrl) => {
    expect(readBaseUrl(typed)).toEqual({ ok: true, value: baseUrl });
  });

  test.each([
    ['localhost:8080', 'http://localhost:8080'],
    ['localhost', 'http://localhost'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['https://localhost:8443', 'https://localhost:8443'],
    ['localhost:443', 'http://localhost:443'],
    ['box.localhost:8080', 'http://box.localhost:8080'],
    ['http://127.0.0.1:8080/api', 'http://127.0.0.1:8080/api'],
    ['127.8.9.10', 'http://127.8.9.10'],
    ['127.1', 'http://127.0.0.1'],
    ['[::1]:8080', 'http://[::1]:8080'],
  ])('on this machine %j is %s', (typed, baseUrl) => {
    expect(readBaseUrl(typed)).toEqual({ ok: true, value: baseUrl });
  });

  test.each([
    ['http://tickets.example'],
    ['http://192.168.1.20'],
    ['http://localhost.example'],
    ['http://notlocalhost'],
    ['http://127.0.0.1.example'],
    ['http://[::2]'],
    ['http://0.0.0.0'],
  ])('plain http is only for this machine itself: %s', (typed) => {
    expect(readBaseUrl(typed)).toEqual({ ok: false, error: { type: 'not-secure' } });
  });

  test.each([
    [''],
    ['   '],
    ['two words'],
    ['https://'],
    ['https://tick ets.example'],
    ['https://tickets.ex\nample'],
    ['ftp://tickets.example'],
    ['file:///etc/hosts'],
    ['javascript:alert(1)'],
    ['https://user@tickets.example'],
    ['https://user:secret@tickets.example'],
    ['user:secret@tickets.example'],
    ['https://tickets.example?client=1'],
    ['https://tickets.example/?'],
    ['https://tickets.example#door'],
    ['https://tickets.example/#'],
    ['https://tickets.example:99999'],
    ['https://[::1'],
  ])('%j is not an address', (typed) => {
    expect(readBaseUrl(typed)).toEqual({ ok: false, error: { type: 'not-an-address' } });
  });
});

describe('a host that plain http is allowed to', () => {
  test.each([
    ['http://box.example', 'http://box.example'],
    ['http://BOX.example:8080/api/', 'http://box.example:8080/api'],
    ['https://box.example', 'https://box.example'],
    ['http://localhost:8080', 'http://localhost:8080'],
    // Whoever does not write http out means https.
    ['box.example', 'https://box.example'],
  ])('%s is taken', (typed, baseUrl) => {
    expect(readBaseUrl(typed, 'box.example')).toEqual({ ok: true, value: baseUrl });
  });

  test.each([
    'http://tickets.example',
    'http://box.example.evil.example',
    'http://evil.box.example',
    'http://box.example.',
    'http://xbox.example',
    'http://[::ffff:127.0.0.1]',
  ])('and nobody else: %s', (typed) => {
    expect(readBaseUrl(typed, 'box.example')).toEqual({
      ok: false,
      error: { type: 'not-secure' },
    });
  });

  test.each([
    ['box.example', 'box.example'],
    [' BOX.example ', 'box.example'],
    ['192.168.1.20', '192.168.1.20'],
    ['[2001:db8::1]', '[2001:db8::1]'],
    ['kasse', 'kasse'],
    ['', null],
    ['box.example:8080', null],
    ['box.example/api', null],
    ['http://box.example', null],
    ['user@box.example', null],
    ['box.example?x', null],
    ['*.example', null],
    ['two words', null],
  ])('is named by its name alone: %j', (typed, host) => {
    expect(readHost(typed)).toBe(host);
  });
});
