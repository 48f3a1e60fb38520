import { readManifest } from '#main/operations/updates/manifest.ts';
import { readTrust } from '#main/operations/updates/trust.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { spawnSync } from 'node:child_process';
import { createHash, createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { publicKeyOf } from '../../../scripts/sign-feed/sign.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const CONTENT = 'an installer';

function signFeed(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/sign-feed.ts', ...args],
    {
      ...{ cwd: ROOT, encoding: 'utf8' },
      env: { ...process.env, ...env },
    },
  );
  return { status, said: stdout + stderr };
}

/** What electron-builder leaves: an installer with a blank in its name, and its half of a feed. */
function packaged(content = CONTENT): string {
  const folder = temporaryFolder();
  const path = join(folder, 'latest.yml');
  const sha512 = createHash('sha512').update(CONTENT).digest('base64');
  writeFileSync(join(folder, 'Usher Setup 0.2.0.exe'), content);
  writeFileSync(
    path,
    `version: 0.2.0
files:
  - url: Usher%20Setup%200.2.0.exe
    sha512: ${sha512}
    size: ${CONTENT.length}
    isAdminRightsRequired: true
releaseDate: '2026-11-21T10:00:00.000Z'
vendor:
  ledgerSchema: 2
`,
  );
  return path;
}

test('a new key signs a feed that its public key verifies, from a file or the environment', () => {
  const file = join(temporaryFolder(), 'private.pem');
  const made = signFeed(['--new-key', file]);
  const pem = readFileSync(file, 'utf8');
  const publicKey = publicKeyOf(createPrivateKey(pem));
  expect(made.said).toContain(publicKey);
  expect(made.said).not.toContain('PRIVATE');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(signFeed(['--new-key', file]).status, 'no key is overwritten').toBe(1);

  const path = packaged();
  const given = ['--channel', 'beta', '--days', '10', '--signed', '2026-11-21T10:00:00Z'];
  const trust = readTrust({ keys: [publicKey], channel: 'beta' });
  for (const run of [
    () => signFeed([path, ...given, '--key', file]),
    () => signFeed([path, ...given], { USHER_UPDATE_PRIVATE_KEY: pem }),
  ]) {
    expect(run()).toMatchObject({ status: 0 });
    const text = readFileSync(join(path, '..', 'update-windows.json'), 'utf8');
    const rules = { ...trust, system: 'windows', now: Date.UTC(2026, 10, 21), newest: 0 };
    expect(readManifest(text, rules)).toMatchObject({
      ok: true,
      value: {
        version: '0.2.0',
        ledgerSchema: 2,
        signed: '2026-11-21T10:00:00.000Z',
        expires: '2026-12-01T10:00:00.000Z',
        files: [{ name: 'Usher Setup 0.2.0.exe', size: 12, isAdminRightsRequired: true }],
      },
    });
  }
}, 60_000);

test('signs no changed installer, and nothing without a key', () => {
  const file = join(temporaryFolder(), 'private.pem');
  signFeed(['--new-key', file]);
  const changed = packaged('another one');
  const { status, said } = signFeed([changed, '--key', file]);
  expect([status, said]).toEqual([1, expect.stringContaining('is not the file')]);
  expect(signFeed([packaged()]).status).toBe(1);
  expect(existsSync(join(changed, '..', 'update-windows.json'))).toBe(false);
}, 60_000);

test('refuses to make a private key in the repository', () => {
  const { status, said } = signFeed(['--new-key', 'private.pem']);
  expect([status, said]).toEqual([1, expect.stringContaining('does not belong in the repository')]);
  expect(existsSync(join(ROOT, 'private.pem'))).toBe(false);
}, 60_000);
