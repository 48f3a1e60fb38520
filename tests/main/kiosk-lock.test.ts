import { startBoxOffice } from '#box-office/server.ts';
import { provisioned } from '#main/settings/provisioning.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import { err, ok } from '#shared/result.ts';
import { DEFAULT_WEDGE_SETTINGS } from '#shared/wedge/settings.ts';
import Conf from 'conf';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { userOf } from '#tests/support/demo-users.ts';
import { callsOf, newKiosk } from '#tests/support/new-kiosk.ts';

const LOCKED = err({ type: 'locked' });
const DONE = ok(null);

/** A kiosk at a platform, called as its page calls it. */
async function kioskWithPage({ isManaged = false } = {}) {
  const boxOffice = await startBoxOffice({ seed: 1 });
  const dataDirectory = temporaryFolder();
  const logger = new RecordingLogger();
  const ownSettings = openSettingsFile(Conf, {
    directory: dataDirectory,
    version: '0.1.0',
    logger,
  });
  const managed = isManaged
    ? { server: boxOffice.baseUrl, wedge: DEFAULT_WEDGE_SETTINGS, serialScanners: [] }
    : {};
  const settingsFile = provisioned(ownSettings, '/etc/usher/settings.json', managed);
  const { kiosk } = newKiosk(
    { baseUrl: isManaged ? null : boxOffice.baseUrl },
    { logger, settingsFile, dataDirectory },
  );
  onTestFinished(async () => {
    await kiosk.stop();
    await boxOffice.close();
  });
  await kiosk.start();
  const call = callsOf(kiosk, logger);
  return { kiosk, boxOffice, logger, dataDirectory, call };
}

test('a kiosk in a foyer keeps its settings from whoever has no PIN, and its PIN from the disk', async () => {
  const { kiosk, call, dataDirectory, logger } = await kioskWithPage();
  expect(await call('changeSettings', { change: { volume: 0.4 } })).toEqual(DONE);
  expect(await call('setPin', { pin: '24683579' })).toEqual(DONE);
  expect(kiosk.state().machine.lock).toMatchObject({ hasPin: true, isUnlocked: true });
  expect(await call('lock', null)).toEqual(DONE);

  expect(await call('changeSettings', { change: { volume: 1 } })).toEqual(LOCKED);
  expect(await call('setPin', { pin: null })).toEqual(LOCKED);
  expect(kiosk.state().settings.volume).toBe(0.4);
  const wrong = { type: 'wrong-pin', triesLeft: 4 };
  expect(await call('unlock', { pin: '1111' })).toEqual(err(wrong));
  expect(await call('unlock', { pin: '24683579' })).toEqual(DONE);
  expect(await call('changeSettings', { change: { volume: 0.6 } })).toEqual(DONE);

  const files = readdirSync(dataDirectory, { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile())) {
    expect(readFileSync(join(file.parentPath, file.name)).includes('24683579'), file.name).toBe(
      false,
    );
  }
  expect(JSON.stringify(logger.lines)).not.toContain('24683579');
});

test('whoever is signed in and has forgotten the PIN gets a new one for the password, and no token stays', async () => {
  const { kiosk, call, boxOffice } = await kioskWithPage();
  const scanner = userOf(boxOffice, 'scanner');
  const another = userOf(boxOffice, 'scanner-with-patrons');
  await call('setPin', { pin: '1111' });
  await call('lock', null);

  const reset = (who: { username: string; password: string }) =>
    call('resetPin', { ...who, pin: '2222' });
  expect(await reset(scanner)).toEqual(err({ type: 'not-signed-in' }));
  expect(await call('signIn', scanner)).toEqual(DONE);
  expect(kiosk.state().machine.lock.isUnlocked).toBe(false);
  expect(await reset(another)).toEqual(err({ type: 'another-user' }));
  expect(await reset({ ...scanner, password: 'wrong' })).toMatchObject({
    error: { type: 'refused', error: { code: 2 } },
  });
  expect(await call('unlock', { pin: '2222' })).toMatchObject({ ok: false });

  const ended = () =>
    boxOffice.requests.filter(({ path }) => path.endsWith('/invalidateToken')).length;
  expect(ended()).toBe(0);
  expect(await reset(scanner)).toEqual(DONE);
  expect(ended()).toBe(1);
  expect(kiosk.state()).toMatchObject({
    session: { current: { status: 'signed-in' } },
    machine: { lock: { isUnlocked: true } },
  });
  await call('lock', null);
  expect(await call('unlock', { pin: '2222' })).toEqual(DONE);
});

test('signing out, and what the door is open for, are nobody’s business but the operator’s', async () => {
  const { kiosk, call, boxOffice } = await kioskWithPage();
  await call('signIn', userOf(boxOffice, 'scanner'));
  const offered = await kiosk.handlers.filterOptions(null);
  const client = offered.ok ? offered.value[0] : undefined;
  if (client === undefined) throw new Error('nothing is offered');
  const selection = {
    scope: 'anything-open' as const,
    clientId: client.id,
    clientName: client.value,
  };
  await call('setPin', { pin: '1111' });
  await call('lock', null);

  // Whoever begins a shift needs no PIN; whoever ends one does.
  expect(await call('select', { selection })).toEqual(DONE);
  expect(await call('select', { selection: null })).toEqual(LOCKED);
  expect(await call('signOut', null)).toEqual(LOCKED);
  expect(kiosk.state()).toMatchObject({
    door: { selection },
    session: { current: { status: 'signed-in' } },
  });
  await call('unlock', { pin: '1111' });
  expect(await call('signOut', null)).toEqual(DONE);
  expect(kiosk.state().session.current).toEqual({ status: 'signed-out' });
});

test('when whoever tried the scanners has gone, tickets are checked again', async () => {
  const { kiosk, call } = await kioskWithPage();
  await call('setPin', { pin: '1111' });
  expect(await call('tryScanners', { on: true })).toEqual(DONE);
  expect(kiosk.state().scanners.trial).not.toBeNull();
  await call('lock', null);
  expect(kiosk.state().scanners.trial).toBeNull();
  // The page that ends its trial by itself comes too late, and does no harm.
  expect(await call('tryScanners', { on: false })).toEqual(LOCKED);
});

test('what a file sets for many kiosks is not changed at one of them, which says so', async () => {
  const { kiosk, call, boxOffice } = await kioskWithPage({ isManaged: true });
  const another = await startBoxOffice({ seed: 2 });
  onTestFinished(() => another.close());
  expect(await call('signIn', userOf(boxOffice, 'scanner'))).toEqual(DONE);
  const refused = err({ type: 'managed' });
  expect(await call('useBaseUrl', { address: another.baseUrl })).toEqual(refused);
  expect(await call('forgetBaseUrl', null)).toEqual(refused);
  expect(await call('useWedge', { wedge: DEFAULT_WEDGE_SETTINGS })).toEqual(refused);
  expect(await call('useSerial', { serial: [] })).toEqual(refused);
  expect(kiosk.state()).toMatchObject({
    session: { baseUrl: boxOffice.baseUrl, current: { status: 'signed-in' } },
  });
});
