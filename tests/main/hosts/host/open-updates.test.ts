import { openUpdates } from '#main/hosts/host/open-updates.ts';
import { readTrust } from '#main/operations/updates/trust.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import { DAY } from '#shared/time.ts';
import { newKioskState } from '#tests/support/kiosk-state.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openUpdateFeed } from '#tests/support/update-feed.ts';
import Conf from 'conf';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** What a kiosk makes of a feed whose manifest is valid for a day from now on. */
async function lookedWith(clockSkew: number | null, hasKey = true) {
  const feed = await openUpdateFeed();
  onTestFinished(() => feed.close());
  feed.publish({ content: 'new', manifest: { system: 'linux' } });
  const directory = temporaryFolder();
  const logger = new RecordingLogger();
  const settingsFile = openSettingsFile(Conf, { directory, version: '0.1.0', logger });
  settingsFile.write({ updateFeed: feed.url });
  const opened = openUpdates({
    installer: {
      ...{ way: 'by-hand', system: 'linux', fileEnding: '.AppImage' },
      isFor: () => Promise.resolve(true),
      download: () => expect.unreachable(),
      prepare: () => expect.unreachable(),
      install: () => expect.unreachable(),
    },
    trust: readTrust({ keys: hasKey ? [feed.publicKey] : [], channel: 'stable' }),
    newestSeen: join(directory, 'newest-update.json'),
    ...{ settingsFile, logger, clock: systemClock, http: { logger } },
    ledger: join(directory, 'ledger.db'),
    endThen: () => expect.unreachable(),
  });
  onTestFinished(() => opened.close());
  opened.follow({ state: () => newKioskState({ clockSkew }) });
  await opened.updates.look();
  return { update: opened.updates.state, asked: feed.requests.length };
}

test('the platform’s time decides whether an update has expired', async () => {
  const valid = { type: 'by-hand', version: '9.9.9' };
  expect(await lookedWith(null)).toMatchObject({ update: valid });
  expect(await lookedWith(-400 * DAY)).toMatchObject({ update: valid });
  expect(await lookedWith(2 * DAY)).toMatchObject({ update: { reason: 'expired' } });
});

test('a package without a key asks no feed', async () => {
  expect(await lookedWith(null, false)).toEqual({ update: { type: 'no-key' }, asked: 0 });
});
