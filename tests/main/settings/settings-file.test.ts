import { openSettingsFile, type StoreClass } from '#main/settings/settings-file.ts';
import type { Selection } from '#shared/model/selection.ts';
import Conf from 'conf';
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { expectOwnerOnly } from '#tests/support/owner-only.ts';

const logger = new RecordingLogger();
const open = (directory: string, version = '0.1.0') =>
  openSettingsFile(Conf, { directory, version, logger });

const SELECTION: Selection = { scope: 'anything-open', clientId: 1, clientName: 'Playhouse' };

describe('the settings file', () => {
  test('gives an installation a name that stays', () => {
    const folder = temporaryFolder();
    const first = open(folder).read();
    expect(first.kioskName).not.toBe('');
    expect(open(folder).read()).toEqual(first);
  });

  test('keeps what is written over a restart', () => {
    const folder = temporaryFolder();
    open(folder).write({
      server: 'https://tickets.example/api',
      lastSelection: { server: 'https://tickets.example/api', selection: SELECTION },
    });
    expect(open(folder).read()).toMatchObject({
      server: 'https://tickets.example/api',
      lastSelection: { selection: SELECTION },
    });
  });

  test('is for its owner alone, also when it was not before', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'settings.json');
    writeFileSync(path, '{"volume":0.5}', { mode: 0o644 });
    open(folder).write({ volume: 0.4 });
    for (const name of readdirSync(folder)) expectOwnerOnly(join(folder, name));
  });

  test('takes no nonsense: a wrong value is refused and the file stays as it was', () => {
    const folder = temporaryFolder();
    const settings = open(folder);
    settings.write({ volume: 0.5 });
    expect(() => settings.write({ volume: 11 })).toThrow();
    expect(open(folder).read().volume).toBe(0.5);
  });

  test('a setting that somebody has spoilt gets its default, the others stay', () => {
    const folder = temporaryFolder();
    open(folder).write({ volume: 0.5, timeZone: 'Europe/Vienna' });
    const path = join(folder, 'settings.json');
    const content = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    writeFileSync(path, JSON.stringify({ ...content, timeZone: 'Mars/Olympus', unknown: 1 }));
    expect(open(folder).read()).toMatchObject({ timeZone: null, volume: 0.5 });
  });

  test('a server that somebody has written in without TLS is none', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'settings.json'), '{"server":"http://tickets.example"}');
    expect(open(folder).read().server).toBeNull();
  });

  test('a file that is no JSON is put aside, not deleted, and defaults are in force', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'settings.json'), '{"volume": 0.');
    expect(open(folder).read().volume).toBe(0.8);
    const aside = readdirSync(folder).find((name) => name.includes('unreadable'));
    expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe('{"volume": 0.');
  });

  test.each(['', '\0'.repeat(400), '{"server": "https://tick'])(
    'what is left of a file after a power cut (%j) costs nothing: what was last written is in force',
    (left) => {
      const folder = temporaryFolder();
      open(folder).write({ server: 'https://tickets.example/api', volume: 0.4 });
      const before = open(folder).read();
      writeFileSync(join(folder, 'settings.json'), left);
      expect(open(folder).read()).toEqual(before);
      expect(logger.lines.at(-1)).toContain('what was last written');
      expect(open(folder).read(), 'and stays so').toEqual(before);
    },
  );

  test('power that fails while a file is put aside costs nothing either', () => {
    const folder = temporaryFolder();
    open(folder).write({ server: 'https://tickets.example/api', volume: 0.4 });
    const before = open(folder).read();
    renameSync(join(folder, 'settings.json'), join(folder, 'settings.json.unreadable-1'));
    expect(open(folder).read()).toEqual(before);
    expect(logger.lines.at(-1)).toContain('what was last written');
    expect(open(folder).read(), 'and stays so').toEqual(before);
  });

  test('a file of an older version is brought up to date, once', () => {
    const folder = temporaryFolder();
    open(folder, '0.1.0').write({ volume: 0.4 });
    let runs = 0;
    const upgrade = () =>
      openSettingsFile(Conf, {
        directory: folder,
        version: '0.3.0',
        logger,
        migrations: {
          '0.2.0': (store) => {
            runs += 1;
            store.set('volume', Number(store.get('volume')) / 2);
          },
        },
      });
    expect(upgrade().read().volume).toBe(0.2);
    expect(upgrade().read().volume).toBe(0.2);
    expect(runs).toBe(1);
  });
});

describe('a disk that takes nothing', () => {
  /** What the file system of a full disk does to a store that has something to write at once. */
  class OnFullDisk extends Conf {
    constructor(options: ConstructorParameters<StoreClass>[0]) {
      super(options);
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
    }
  }

  test('a first start goes on with the defaults', () => {
    const folder = join(temporaryFolder(), 'not-a-folder');
    writeFileSync(folder, '');
    const settings = open(folder);
    settings.write({ volume: 0.3 });
    expect(settings.read()).toMatchObject({ server: null, volume: 0.3 });
  });

  test('what is set while the kiosk runs is in force all the same', () => {
    const folder = temporaryFolder();
    const settings = open(folder);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    settings.write({ volume: 0.3 });
    expect(settings.read().volume).toBe(0.3);
  });

  test('what was last written is in force, although it cannot take the place of what is spoilt', () => {
    const folder = temporaryFolder();
    open(folder).write({ volume: 0.3 });
    writeFileSync(join(folder, 'settings.json'), '');
    const settings = openSettingsFile(OnFullDisk, { directory: folder, version: '0.1.0', logger });
    expect(settings.read().volume).toBe(0.3);
  });

  test('a later start has the settings from before, and leaves the file as it is', () => {
    const folder = temporaryFolder();
    open(folder).write({ volume: 0.3 });
    const before = readFileSync(join(folder, 'settings.json'), 'utf8');
    const settings = openSettingsFile(OnFullDisk, { directory: folder, version: '0.1.0', logger });
    settings.write({ timeZone: 'Europe/Vienna' });
    expect(settings.read()).toMatchObject({ volume: 0.3, timeZone: 'Europe/Vienna' });
    expect(readdirSync(folder)).toEqual(['settings.json', 'settings.last-good.json']);
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(before);
  });
});
