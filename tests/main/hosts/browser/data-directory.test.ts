import { dataDirectory } from '#main/hosts/browser/data-directory.ts';
import { opener } from '#main/hosts/browser/open-browser.ts';
import { expect, test } from 'vitest';

test.each([
  ['linux', {}, '/home/anna', '/home/anna/.config/usher-browser'],
  ['linux', { XDG_CONFIG_HOME: '/cfg' }, '/home/anna', '/cfg/usher-browser'],
  ['linux', { XDG_CONFIG_HOME: 'cfg' }, '/home/anna', '/home/anna/.config/usher-browser'],
  ['darwin', {}, '/Users/anna', '/Users/anna/Library/Application Support/usher-browser'],
  ['win32', { APPDATA: 'C:\\Roaming' }, 'C:\\Users\\anna', 'C:\\Roaming\\usher-browser'],
  ['win32', {}, 'C:\\anna', 'C:\\anna\\AppData\\Roaming\\usher-browser'],
] as const)('on %s with %o the data of %s is kept in %s', (platform, env, home, expected) => {
  expect(dataDirectory(platform, env, home)).toBe(expected);
});

test.each([
  ['linux', {}, null],
  ['linux', { DISPLAY: '' }, null],
  ['linux', { DISPLAY: ':0' }, ['xdg-open']],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open']],
  ['darwin', {}, ['open']],
  ['win32', {}, ['cmd', '/c', 'start', '']],
] as const)('on %s with %o a browser is opened by %o', (platform, env, expected) => {
  expect(opener(platform, env)).toEqual(expected);
});
