import { whyNotOpened } from '#main/entrance/scanners/hid/why-not-opened.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { expect, test } from 'vitest';

const scanner = (path: string) => ({
  path,
  vendor: 0x0c2e,
  product: 0x0b61,
  serial: '',
  name: 'Honeywell 1900',
  usagePage: 0x8c,
  usage: 2,
});

test.each([
  ['win32', 'hid_open_path: CreateFile: (0x00000005) Access is denied.', 'no-permission'],
  [
    'darwin',
    'hid_open_path: failed to open IOHIDDevice: (0xE00002E2) not permitted',
    'no-permission',
  ],
  ['win32', 'hid_open_path: CreateFile: (0x00000020) Used by another process.', 'in-use'],
  ['darwin', 'hid_open_path: failed to open IOHIDDevice: (0xE00002C5) exclusive access', 'in-use'],
  ['win32', 'cannot open device', 'failed'],
] as const)('%s says why: %s', async (platform, words, type) => {
  expect(await whyNotOpened(scanner('a'), words, platform)).toMatchObject({ type });
});

test('a maker for a udev rule is told where there are such rules, and nowhere else', async () => {
  const words = 'hid_open_path: CreateFile: (0x00000005) Access is denied.';
  expect(await whyNotOpened(scanner('a'), words, 'win32')).toEqual({
    type: 'no-permission',
    vendor: null,
  });
});

test('Linux is asked itself, whatever node-hid says in the language of the user', async () => {
  const path = `${temporaryFolder()}/no-such-device`;
  expect(await whyNotOpened(scanner(path), 'Datei nicht gefunden', 'linux')).toEqual({
    type: 'gone',
  });
});
