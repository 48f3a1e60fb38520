import {
  provisioned,
  provisioningJsonSchema,
  readProvisioning,
} from '#main/settings/provisioning.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import Conf from 'conf';
import { readFileSync, writeFileSync } from 'node:fs';
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

  test.each([
    ['none', null],
    ['another', 'tickets.example'],
  ])(
    'that allows plain http to %s may not name a server to be asked so',
    (_what, plainHttpHost) => {
      const file = { server: 'http://box.example', ...(plainHttpHost && { plainHttpHost }) };
      const read = readProvisioning(fileWith(JSON.stringify(file)));
      expect(read.ok ? '' : read.error).toMatch(/^server: plain http .* use https$/);
    },
  );

  test('that allows plain http to its server may name it', () => {
    const file = { server: 'http://box.example:8080', plainHttpHost: 'box.example' };
    expect(readProvisioning(fileWith(JSON.stringify(file)))).toEqual({ ok: true, value: file });
  });

  test('that takes the leave back takes the server away that needed it', () => {
    const directory = temporaryFolder();
    const own = openSettingsFile(Conf, {
      ...{ directory, version: '0.1.0', logger: new RecordingLogger() },
    });
    own.write({ server: 'http://box.example', plainHttpHost: 'box.example' });
    expect(own.read().server).toBe('http://box.example');
    const file = provisioned(own, '/etc/usher/settings.json', { plainHttpHost: null });
    expect(file.read().server).toBeNull();
  });

  test('may name the schema by which editors help to write it', () => {
    const read = readProvisioning(fileWith('{"$schema":"settings.schema.json","volume":1}'));
    expect(read).toEqual({ ok: true, value: { volume: 1 } });
  });

  test('sets scanners, one inside of the other', () => {
    const read = readProvisioning(fileWith('{"serialScanners":[{"path":"COM3"}]}'));
    expect(read).toEqual({
      ok: true,
      value: { serialScanners: [{ path: 'COM3', baudRate: 9600, end: 'cr', pauseMs: 50 }] },
    });
    const german = readProvisioning(fileWith('{"wedge":{"layout":"de"}}'));
    expect(german).toMatchObject({ value: { wedge: { layout: 'de', terminator: 'any' } } });
    const wrong = readProvisioning(fileWith('{"serialScanners":[{"path":"COM3","end":"tab"}]}'));
    expect(wrong.ok ? '' : wrong.error).toContain('serialScanners.0.end');
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
    const managed = provisioned(own, '/etc/usher/settings.json', { volume: 1 });
    expect(managed.managed).toEqual(['volume']);
    expect([own.managedBy, managed.managedBy]).toEqual([null, '/etc/usher/settings.json']);
    expect(managed.read()).toMatchObject({ volume: 1, kioskName: 'Side door' });
    managed.write({ volume: 0.1, kioskName: 'Back door' });
    expect(managed.read()).toMatchObject({ volume: 1, kioskName: 'Back door' });
    expect(open().read()).toMatchObject({ volume: 0.3, kioskName: 'Back door' });
  });
});

describe('the published schema', () => {
  const published = 'resources/settings.schema.json';

  test('is what is accepted: npm run settings writes it', () => {
    expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(provisioningJsonSchema());
  });

  test('says of each setting what it is for, and knows no others', () => {
    const schema = provisioningJsonSchema();
    const properties = Object.entries(schema['properties'] as Record<string, object>);
    expect(properties.length).toBeGreaterThan(5);
    for (const [name, property] of properties) {
      if (name !== '$schema') expect(property, name).toHaveProperty('description');
    }
    expect(schema['additionalProperties']).toBe(false);
    expect(schema).not.toHaveProperty('required');
  });
});
