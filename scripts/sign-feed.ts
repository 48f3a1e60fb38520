/**
 * `npm run sign-feed -- dist/latest-linux.yml`: signs what `npm run package` has made, and writes the feed's file
 * next to it. `npm run sign-feed -- --new-key FILE`: makes a private key. docs/contributing/releasing.md says how they are used.
 */
import { feedFileOf } from '#main/operations/updates/feed.ts';
import { readManifest } from '#main/operations/updates/manifest.ts';
import { readTrust } from '#main/operations/updates/trust.ts';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DAY } from '#shared/time.ts';
import manifest from '../package.json' with { type: 'json' };
import { newPrivateKey, publicKeyOf, signManifest } from './sign-feed/sign.ts';
import { readUnsigned } from './sign-feed/unsigned-feed.ts';

const USAGE = `npm run sign-feed -- --new-key FILE
npm run sign-feed -- dist/latest-….yml [--key FILE]… [--channel NAME] [--days 90] [--signed DATE]
The private key is in the files named by --key, or in USHER_UPDATE_PRIVATE_KEY.`;

const root = resolve(import.meta.dirname, '..');

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'new-key': { type: 'string' },
      key: { type: 'string', multiple: true, default: [] },
      channel: { type: 'string', default: manifest.updates.channel },
      days: { type: 'string', default: '90' },
      signed: { type: 'string' },
    },
  });
  const [path] = positionals;
  if (values['new-key'] !== undefined) makeKey(values['new-key']);
  else if (path === undefined || positionals.length > 1) throw new Error(USAGE);
  else signFeed(path, values);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function makeKey(path: string): void {
  if (!relative(root, resolve(path)).startsWith('..')) {
    throw new Error('A private key does not belong in the repository: name a file elsewhere.');
  }
  const pem = newPrivateKey();
  writeFileSync(path, pem, { flag: 'wx', mode: 0o600 });
  console.log(`Add this public key to "updates" in package.json: ${publicOf(pem)}`);
}

interface Options {
  readonly key: readonly string[];
  readonly channel: string;
  readonly days: string;
  readonly signed?: string | undefined;
}

function signFeed(path: string, { key, channel, days, signed }: Options): void {
  const keys = privateKeys(key);
  const valid = Number(days);
  if (!(valid > 0 && valid <= 366)) throw new Error('--days: from 1 to 366');
  const at = signed === undefined ? new Date() : new Date(signed);
  const unsigned = readUnsigned(path);
  const content = signManifest(
    {
      channel,
      ...unsigned,
      signed: at.toISOString(),
      expires: new Date(at.getTime() + valid * DAY).toISOString(),
    },
    keys,
  );
  const publicKeys = keys.map(publicKeyOf);
  // As a kiosk reads it.
  const rules = { ...unsigned, ...readTrust({ keys: publicKeys, channel }) };
  const read = readManifest(content, { ...rules, now: at.getTime(), newest: 0 });
  if (!read.ok) throw new Error(`Not signed: a kiosk would refuse this feed (${read.error}).`);
  const target = join(dirname(path), feedFileOf(unsigned.system));
  writeFileSync(target, content);
  console.log(
    `${target}: version ${unsigned.version}, ${channel}, until ${read.value.expires.slice(0, 10)}`,
  );
  const known: readonly string[] = manifest.updates.keys;
  if (!publicKeys.some((publicKey) => known.includes(publicKey))) {
    console.warn('package.json has none of these keys: only kiosks of other packages take this.');
  }
}

function privateKeys(files: readonly string[]): readonly KeyObject[] {
  const given = process.env['USHER_UPDATE_PRIVATE_KEY'];
  const pems = files.map((file) => readFileSync(file, 'utf8'));
  if (given !== undefined) pems.push(given);
  if (pems.length === 0) throw new Error(USAGE);
  return pems.map((pem) => createPrivateKey(pem));
}

function publicOf(pem: string): string {
  return publicKeyOf(createPrivateKey(pem));
}
