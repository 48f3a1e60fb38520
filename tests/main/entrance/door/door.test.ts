import { Door } from '#main/entrance/door/door.ts';
import { OnNow } from '#main/entrance/door/on-now.ts';
import { filterOf, isOffered } from '#main/entrance/door/selection-rules.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import { createPlatformClock } from '#main/base/platform-clock.ts';
import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { Selection } from '#shared/model/selection.ts';
import Conf from 'conf';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const HOUR = 60 * 60_000;
const START = 1_795_000_000_000;
const SERVER = 'https://tickets.example';
const USER = 'door@usher.example';
const OTHER = 'foyer@usher.example';
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
    /** @param now what the machine's clock says; the platform has told its own if `isTold` */
    return ({ now = START - HOUR, isTold = false } = {}) => {
      const options = { directory, version: '0.1.0', logger: new RecordingLogger() };
      const clock = new FakeClock(now);
      const platformClock = createPlatformClock(clock);
      const sample = { serverDate: now, roundTrip: 20, receivedAt: clock.steady() };
      if (isTold) platformClock.note(sample);
      const settings = openSettingsFile(Conf, options);
      const programme = {
        ...{ isWhole: () => false, onNow: () => [] },
        ...{ doorHours: () => null, productionOf: () => null },
      };
      const offered = { performances: () => ({ at: 0, performances: [] }) };
      const onNow = new OnNow({ offered, programme, platformClock, timeZone: () => 'UTC' });
      return new Door({
        ...{ settings, platformClock, onNow, hasPin: () => false },
        hashUser: (username) => `hash of ${username}`,
        ...{ lock: () => undefined, onChange: () => undefined },
      });
    };
  }

  test('opens again after a restart for what it was open for', () => {
    const start = install();
    start().open(PERFORMANCE, SERVER, USER);
    const door = start();
    expect(door.selection).toBeNull();
    door.reopen(SERVER, OFFERED, OTHER);
    expect(door.selection).toEqual(PERFORMANCE);
  });

  test.each([
    ['for the same user while its performance may still be on', USER, 2, true],
    ['for nobody when its performance is over', USER, 3, false],
    ['for no other user', OTHER, 2, false],
  ])('opens again between scan windows %s', (_whom, username, hours, isOpen) => {
    const start = install();
    start().open(PERFORMANCE, SERVER, USER);
    const door = start({ now: START + hours * HOUR });
    door.reopen(SERVER, [], username);
    expect(door.selection !== null).toBe(isOpen);
  });

  test('stays closed between scan windows for a user whom the platform has barred', () => {
    const start = install();
    const before = start();
    before.open(PERFORMANCE, SERVER, USER);
    before.onBarred();
    const door = start();
    door.reopen(SERVER, [], USER);
    expect(door.selection).toBeNull();
    door.reopen(SERVER, OFFERED, USER);
    expect(door.selection).toEqual(PERFORMANCE);
  });

  test('is theirs to whom it was offered last', () => {
    const start = install();
    start().open(PERFORMANCE, SERVER, USER);
    start().reopen(SERVER, OFFERED, OTHER);
    const door = start();
    door.reopen(SERVER, [], USER);
    expect(door.selection).toBeNull();
    door.reopen(SERVER, [], OTHER);
    expect(door.selection).toEqual(PERFORMANCE);
  });

  test('stays closed when that is no longer offered', () => {
    const start = install();
    start().open({ ...PERFORMANCE, performanceId: 299 }, SERVER, USER);
    const door = start();
    door.reopen(SERVER, OFFERED, OTHER);
    expect(door.selection).toBeNull();
  });

  test('opens for the same user when the platform could not be asked', () => {
    const start = install();
    start().open(PERFORMANCE, SERVER, USER);
    const door = start();
    door.reopen(SERVER, null, USER);
    expect(door.selection).toEqual(PERFORMANCE);
  });

  test.each([
    ['another user', OTHER, false],
    ['a user whom the platform has barred', USER, true],
  ])('stays closed for %s when the platform could not be asked', (_whom, username, isBarred) => {
    const start = install();
    const before = start();
    before.open(PERFORMANCE, SERVER, USER);
    if (isBarred) before.onBarred();
    const door = start();
    door.reopen(SERVER, null, username);
    expect(door.selection).toBeNull();
  });

  test('stays closed for last night’s performance when the platform could not be asked', () => {
    const start = install();
    start().open(PERFORMANCE, SERVER, USER);
    const door = start({ now: START + 11 * HOUR });
    door.reopen(SERVER, null, USER);
    expect(door.selection).toBeNull();
  });

  test('opens all the same where the clock says a time before it was opened: nothing tells what is over', () => {
    const start = install();
    start({ isTold: true }).open(PERFORMANCE, SERVER, USER);
    const door = start({ now: Date.UTC(1970, 0, 1) });
    door.reopen(SERVER, null, USER);
    expect(door.selection).toEqual(PERFORMANCE);
  });

  test('stays closed for another server, whose ids mean something else', () => {
    const start = install();
    start().open(PERFORMANCE, SERVER, USER);
    const door = start();
    door.reopen('https://other.example', OFFERED, OTHER);
    expect(door.selection).toBeNull();
  });
});
