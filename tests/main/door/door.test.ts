import { Door } from '#main/door/door.ts';
import { filterOf, isOffered } from '#main/door/selection-rules.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { Selection } from '#shared/model/selection.ts';
import Conf from 'conf';
import { describe, expect, test } from 'vitest';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const SERVER = 'https://tickets.example';
const ANYTHING: Selection = { scope: 'anything-open', clientId: 1, clientName: 'Playhouse' };
const PRODUCTION: Selection = {
  ...ANYTHING,
  scope: 'production',
  productionId: 20,
  productionName: 'The Winter’s Tale',
};
const PERFORMANCE: Selection = {
  ...PRODUCTION,
  scope: 'performance',
  performanceId: 300,
  performanceStart: 1_795_000_000_000,
};
const OFFERED: ScanningClient[] = [
  {
    id: 1,
    value: 'Playhouse',
    productions: [
      {
        productionId: 20,
        productionName: 'The Winter’s Tale',
        performances: [{ performanceId: 300, performanceStart: 1_795_000_000_000 }],
      },
      { productionId: 21, productionName: 'Tosca', performances: null },
    ],
  },
  { id: 2, value: 'Museum', productions: null },
];

describe('what a selection means to the platform', () => {
  test.each([
    [ANYTHING, { clientId: 1 }],
    [PRODUCTION, { clientId: 1, productionId: 20 }],
    [PERFORMANCE, { clientId: 1, productionId: 20, performanceId: 300 }],
  ])('$scope', (selection, filter) => {
    expect(filterOf(selection)).toEqual(filter);
  });
});

describe('what the platform still offers', () => {
  test.each<[string, Selection, boolean]>([
    ['the performance itself', PERFORMANCE, true],
    ['its production', PRODUCTION, true],
    ['anything of its client', ANYTHING, true],
    ['a client without productions', { ...ANYTHING, clientId: 2 }, true],
    ['a performance that is over', { ...PERFORMANCE, performanceId: 299 }, false],
    ['a production without performances', { ...PERFORMANCE, productionId: 21 }, false],
    ['a production that is over', { ...PRODUCTION, productionId: 19 }, false],
    ['a client that this user has no access to', { ...ANYTHING, clientId: 3 }, false],
  ])('%s', (_what, selection, offered) => {
    expect(isOffered(selection, OFFERED)).toBe(offered);
  });
});

describe('a door', () => {
  function install() {
    const directory = temporaryFolder();
    return () => {
      const options = { directory, version: '0.1.0', logger: new RecordingLogger() };
      return new Door(openSettingsFile(Conf, options), () => undefined);
    };
  }

  test('opens again after a restart for what it was open for', () => {
    const start = install();
    start().open(PERFORMANCE, SERVER);
    const door = start();
    expect(door.selection).toBeNull();
    door.reopen(SERVER, OFFERED);
    expect(door.selection).toEqual(PERFORMANCE);
  });

  test('stays closed when that is no longer offered', () => {
    const start = install();
    start().open({ ...PERFORMANCE, performanceId: 299 }, SERVER);
    const door = start();
    door.reopen(SERVER, OFFERED);
    expect(door.selection).toBeNull();
  });

  test('opens all the same when the platform could not be asked', () => {
    const start = install();
    start().open(PERFORMANCE, SERVER);
    const door = start();
    door.reopen(SERVER, null);
    expect(door.selection).toEqual(PERFORMANCE);
  });

  test('stays closed for another server, whose ids mean something else', () => {
    const start = install();
    start().open(PERFORMANCE, SERVER);
    const door = start();
    door.reopen('https://other.example', OFFERED);
    expect(door.selection).toBeNull();
  });
});
