import { LEDGER_VERSION } from '#main/ledger/schema.ts';
import { extractFile } from '@electron/asar';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { CAN_MAKE_APPIMAGE } from './support/appimage-tools.ts';
import { APPIMAGE, APPLICATION, CAN_MAKE_DEB, DEB } from './support/packaged.ts';

const FEED = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`;

const INSTALLERS = [...(CAN_MAKE_DEB ? [DEB] : []), ...(CAN_MAKE_APPIMAGE ? [APPIMAGE] : [])];

test.runIf(INSTALLERS.length > 0)(
  'installers bring their half of a feed, which says what ledger they read',
  () => {
    const text = readFileSync(join(dirname(DEB), FEED), 'utf8');
    const feed = parseUpdateInfo(text, FEED, new URL('https://updates.example'));
    expect(feed).toMatchObject({
      version: manifest.version,
      vendor: { ledgerSchema: LEDGER_VERSION },
    });
    const files = INSTALLERS.map((path) => {
      const content = readFileSync(path);
      const sha512 = createHash('sha512').update(content).digest('base64');
      return { url: basename(path), size: content.length, sha512 };
    });
    expect(feed.files.map(({ url, size, sha512 }) => ({ url, size, sha512 }))).toEqual(
      expect.arrayContaining(files),
    );
    expect(feed.files).toHaveLength(files.length);
  },
);

test('the package knows where its downloads go, and of no feed but the settings’', () => {
  const config = readFileSync(join(APPLICATION, 'resources', 'app-update.yml'), 'utf8');
  expect(config).toContain('updaterCacheDirName: usher-updater');
  expect(config).toContain('https://updates.example.org/');
});

test('the package has the keys and the channel of updates', () => {
  const content = extractFile(join(APPLICATION, 'resources', 'app.asar'), 'package.json');
  expect(JSON.parse(content.toString())).toMatchObject({ updates: manifest.updates });
});
