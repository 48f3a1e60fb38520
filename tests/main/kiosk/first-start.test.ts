import Conf from 'conf';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  firstStartOf,
  goOnWithFirstStart,
  noteAnswersIn,
  type StartedAs,
} from '#main/kiosk/first-start.ts';
import { provisioned } from '#main/settings/provisioning.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import { REQUEST_SCHEMAS } from '#shared/ipc/requests.ts';
import { FIRST_START, NO_FIRST_START, type FirstStart } from '#shared/model/first-start.ts';
import { err, ok } from '#shared/result.ts';
import { newKiosk } from '#tests/support/new-kiosk.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const PLAINLY: StartedAs = { baseUrl: null, demo: null };
const open = (directory: string) =>
  openSettingsFile(Conf, { directory, version: '0.1.0', logger: new RecordingLogger() });
const AT_THE_PIN: FirstStart = { at: 'pin', skipped: ['scanner'] };

describe('whether a kiosk has questions', () => {
  test('one that was never started asks all of them, from the first on', () => {
    expect(firstStartOf(open(temporaryFolder()), PLAINLY)).toEqual(FIRST_START);
  });

  test('one that was started before there were questions has answered them', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'settings.json'), '{"volume":0.5}');
    expect(firstStartOf(open(folder), PLAINLY)).toEqual(NO_FIRST_START);
  });

  test('after a restart it goes on where it was', () => {
    const folder = temporaryFolder();
    expect(goOnWithFirstStart(open(folder), PLAINLY, AT_THE_PIN)).toEqual(ok(null));
    expect(firstStartOf(open(folder), PLAINLY)).toEqual(AT_THE_PIN);
  });

  test.each<[string, Partial<StartedAs>]>([
    ['that is given its platform', { baseUrl: 'https://tickets.example' }],
    ['that rehearses', { rehearsal: { isOn: true, switchTo: () => Promise.reject(new Error()) } }],
  ])('one %s asks nothing', (_, started) => {
    const file = open(temporaryFolder());
    expect(firstStartOf(file, { ...PLAINLY, ...started })).toEqual(NO_FIRST_START);
  });

  test('one that a file sets up asks nothing, whatever the file leaves open', () => {
    const file = provisioned(open(temporaryFolder()), '/etc/usher.json', { volume: 0.3 });
    expect(firstStartOf(file, PLAINLY)).toEqual(NO_FIRST_START);
  });

  test('once it is over no call begins it anew, and what was left out can be put away', () => {
    const file = open(temporaryFolder());
    const over: FirstStart = { at: 'over', skipped: ['name'] };
    expect(goOnWithFirstStart(file, PLAINLY, over)).toEqual(ok(null));
    expect(goOnWithFirstStart(file, PLAINLY, FIRST_START)).toEqual(err({ type: 'not-asked' }));
    expect(firstStartOf(file, PLAINLY)).toEqual(over);
    expect(goOnWithFirstStart(file, PLAINLY, NO_FIRST_START)).toEqual(ok(null));
    expect(firstStartOf(file, PLAINLY)).toEqual(NO_FIRST_START);
  });
});

test.each([
  ['its name', { kioskName: 'Balcony' }, ['audience', 'scanner']],
  ['who looks at it', { audience: 'guest' }, ['name', 'scanner']],
  ['both', { kioskName: 'Balcony', audience: 'usher' }, ['scanner']],
  ['something else', { volume: 0.3 }, ['name', 'audience', 'scanner']],
] as const)('a kiosk is told in the settings %s: no longer left out', (_what, change, skipped) => {
  const file = open(temporaryFolder());
  file.write({ firstStart: { at: 'over', skipped: ['name', 'audience', 'scanner'] } });
  noteAnswersIn(change, file);
  expect(file.read().firstStart).toEqual({ at: 'over', skipped });
});

test('what a page says of it is parsed: each question once, in their order, and no other', () => {
  const schema = REQUEST_SCHEMAS.goOnWithFirstStart;
  expect(schema.parse({ at: 'end', skipped: ['pin', 'name', 'pin'] })).toEqual({
    at: 'end',
    skipped: ['name', 'pin'],
  });
  for (const not of [{ at: 'elsewhere', skipped: [] }, { at: 'end', skipped: ['x'] }, null]) {
    expect(schema.safeParse(not).success).toBe(false);
  }
});

test('guests can be chosen before there is a PIN; without one the door does not open, and afterwards it is refused', async () => {
  const { kiosk } = newKiosk({ baseUrl: null });
  await kiosk.start();
  expect(kiosk.state().machine.firstStart).toEqual(FIRST_START);
  const chosen = { change: { audience: 'guest' } } as const;
  expect(await kiosk.handlers.changeSettings(chosen)).toEqual(ok(null));
  const back = { change: { audience: 'usher' } } as const;
  const leftOut = { ...FIRST_START, skipped: ['name', 'audience'] } as const;
  expect(await kiosk.handlers.goOnWithFirstStart(leftOut)).toEqual(ok(null));
  expect(await kiosk.handlers.changeSettings(back)).toEqual(ok(null));
  expect(kiosk.state().machine.firstStart.skipped).toEqual(['name']);
  expect(await kiosk.handlers.goOnWithFirstStart(NO_FIRST_START)).toEqual(ok(null));
  expect(await kiosk.handlers.changeSettings(chosen)).toMatchObject({
    error: { type: 'needs-pin' },
  });
  await kiosk.stop();
});
