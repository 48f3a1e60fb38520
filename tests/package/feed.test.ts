import { MIGRATIONS } from '#main/ledger/migrations/index.ts';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { APPLICATION, CAN_MAKE_DEB, DEB } from './support/packaged.ts';

const FEED = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`;

test.runIf(CAN_MAKE_DEB)(
  'an installer brings its half of a feed, which says what ledger it reads',
  () => {
    const content = readFileSync(DEB);
    const text = readFileSync(join(dirname(DEB), FEED), 'utf8');
    expect(parseUpdateInfo(text, FEED, new URL('https://updates.example'))).toMatchObject({
      version: manifest.version,
      files: [
        {
          url: basename(DEB),
          size: content.length,
          sha512: createHash('sha512').update(content).digest('base64'),
        },
      ],
      vendor: { ledgerSchema: MIGRATIONS.length },
    });
  },
);

test('the package knows where its downloads go, and of no feed but the settings’', () => {
  const config = readFileSync(join(APPLICATION, 'resources', 'app-update.yml'), 'utf8');
  expect(config).toContain('updaterCacheDirName: usher-updater');
  expect(config).toContain('https://updates.example.org/');
});
