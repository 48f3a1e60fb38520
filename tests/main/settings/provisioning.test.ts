import { provisioned, readProvisioning } from '#main/settings/provisioning.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import Conf from 'conf';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

function fileWith(content: string): string {
  const path = join(temporaryFolder(), 'fleet.json');
  writeFileSync(path, content);
  return path;
}

describe('a provisioning file', () => {
  test('sets what it names and nothing else', () => {
    const path = fileWith('{"server":"https://tickets.example","kioskName":"Main foyer"}');
    expect(readProvisioning(path)).toEqual({
      ok: true,
      value: { server: 'https://tickets.example', kioskName: 'Main foyer' },
    });
  });

  test.each([
    ['that is no JSON', '{"server":', 'not JSON'],
    ['that is a list', '[]', 'expected object'],
    ['with a wrong value', '{"volume":11}', 'volume: '],
    ['with a zone that does not exist', '{"timeZone":"Mars/Olympus"}', 'timeZone: not a time zone'],
    ['with a server without TLS', '{"server":"http://tickets.example"}', 'server: plain http'],
    ['with a server that is none', '{"server":"ftp://tickets.example"}', 'server: not an address'],
    ['with a setting that does not exist', '{"servre":"https://tickets.example"}', 'servre'],
  ])('%s is refused with the reason', (_what, content, reason) => {
    const read = readProvisioning(fileWith(content));
    expect(read.ok).toBe(false);
    expect(read.ok ? '' : read.error).toContain(reason);
  });

  test('names a server as a person types it', () => {
    const read = readProvisioning(fileWith('{"server":"tickets.example/"}'));
    expect(read).toEqual({ ok: true, value: { server: 'https://tickets.example' } });
  });

  test('that is not there is refused', () => {
    expect(readProvisioning('/nowhere/fleet.json')).toEqual({
      ok: false,
      error: 'it cannot be read',
    });
  });

  test('goes before the kiosk’s own settings, and is not written into them', () => {
    const directory = temporaryFolder();
    const open = () =>
      openSettingsFile(Conf, { directory, version: '0.1.0', logger: new RecordingLogger() });
    const own = open();
    own.write({ volume: 0.3, kioskName: 'Side door' });
    const managed = provisioned(own, { volume: 1 });
    expect(managed.read()).toMatchObject({ volume: 1, kioskName: 'Side door' });
    managed.write({ volume: 0.1, kioskName: 'Back door' });
    expect(managed.read()).toMatchObject({ volume: 1, kioskName: 'Back door' });
    expect(open().read()).toMatchObject({ volume: 0.3, kioskName: 'Back door' });
  });
});
