import { wayOf } from '#main/operations/updates/system.ts';
import { expect, test } from 'vitest';

test('an AppImage replaces itself, Windows asks somebody, all else is installed by others', () => {
  const way = (platform: string, appImage: string | null = null, arch = 'x64') => {
    const { way, system } = wayOf({ platform, arch, appImage });
    return [way, system];
  };
  expect(way('linux', '/opt/usher/Usher.AppImage')).toEqual(['by-itself', 'linux']);
  expect(way('linux', null, 'arm64')).toEqual(['by-hand', 'linux-arm64']);
  expect(way('win32')).toEqual(['on-word', 'windows']);
  expect(way('darwin')).toEqual(['by-hand', 'mac']);
});
