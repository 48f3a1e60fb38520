import { wayOf } from '#main/operations/updates/system.ts';
import { expect, test } from 'vitest';

test('an AppImage replaces itself, Windows asks somebody, all else is installed by others', () => {
  const way = (platform: string, appImage: string | null = null, arch = 'x64') => {
    const { way, feedFile } = wayOf({ platform, arch, appImage });
    return [way, feedFile];
  };
  expect(way('linux', '/opt/usher/Usher.AppImage')).toEqual(['by-itself', 'latest-linux.yml']);
  expect(way('linux', null, 'arm64')).toEqual(['by-hand', 'latest-linux-arm64.yml']);
  expect(way('win32')).toEqual(['on-word', 'latest.yml']);
  expect(way('darwin')).toEqual(['by-hand', 'latest-mac.yml']);
});
