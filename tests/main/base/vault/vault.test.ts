import { sealedBy, sealedFile } from '#main/base/vault/sealed-file.ts';
import { seal, unseal } from '#main/base/vault/seal.ts';
import { openVault } from '#main/base/vault/vault.ts';
import type { KeyProtector } from '#main/base/ports.ts';
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { expectOwnerOnly } from '#tests/support/owner-only.ts';

const noKeyStore: KeyProtector = {
  kind: 'none',
  protect: (key) => key,
  unprotect: (key) => key,
};

/** A key store of the operating system, as far as a vault can tell. */
function keyStore(): KeyProtector {
  const own = randomBytes(32);
  return {
    kind: 'os',
    protect: (key) => seal(own, key),
    unprotect(key) {
      const plain = unseal(own, key);
      if (plain === null) throw new Error('locked');
      return plain;
    },
  };
}

/** A desktop's key ring: closed until whoever logs in has opened it. */
function keyRing() {
  const open = { ...keyStore(), store: 'gnome_libsecret' };
  return { open, closed: { ...noKeyStore, store: 'gnome_libsecret' } };
}

const logger = new RecordingLogger();

describe('the installation’s key', () => {
  test('is the same at every start, another one for each purpose, and never lies open where there is a key store', () => {
    const folder = temporaryFolder();
    const protector = keyStore();
    const first = openVault(folder, protector, logger);
    const again = openVault(folder, protector, logger);
    expect(first.keeper).toBe('os');
    expect(again.key('session')).toEqual(first.key('session'));
    expect(again.key('ledger')).not.toEqual(first.key('session'));
  });

  test('lies in a file that only its owner may read where there is no key store, and the vault says so', () => {
    const folder = temporaryFolder();
    expect(openVault(folder, noKeyStore, logger).keeper).toBe('none');
    expectOwnerOnly(join(folder, 'vault.key'));
  });

  test('is handed to the key store once there is one', () => {
    const folder = temporaryFolder();
    const before = openVault(folder, noKeyStore, logger).key('session');
    const protector = keyStore();
    expect(openVault(folder, protector, logger).key('session')).toEqual(before);
    expect(readFileSync(join(folder, 'vault.key'), 'utf8')).toContain('"os"');
    expect(openVault(folder, protector, logger).key('session')).toEqual(before);
  });

  test('stays in use as it is when the key store that has appeared does not take it', () => {
    const folder = temporaryFolder();
    const before = openVault(folder, noKeyStore, logger).key('session');
    const broken: KeyProtector = {
      ...keyStore(),
      protect() {
        throw new Error('locked');
      },
    };
    const vault = openVault(folder, broken, logger);
    expect(vault.keeper).toBe('none');
    expect(vault.key('session')).toEqual(before);
  });

  test('a locked key store costs what is sealed for this run, not the key file', () => {
    const folder = temporaryFolder();
    const protector = keyStore();
    const before = openVault(folder, protector, logger).key('session');
    expect(openVault(folder, keyStore(), logger).keeper).toBe('memory');
    expect(openVault(folder, protector, logger).key('session')).toEqual(before);
  });

  test('a damaged key file is left as it is', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'vault.key'), '{"protection":"no');
    expect(openVault(folder, noKeyStore, logger).keeper).toBe('memory');
    expect(readFileSync(join(folder, 'vault.key'), 'utf8')).toBe('{"protection":"no');
  });

  test('is kept in memory alone where it cannot be written, and the vault says so', () => {
    const folder = join(temporaryFolder(), 'not-a-folder');
    writeFileSync(folder, '');
    const vault = openVault(folder, noKeyStore, logger);
    expect(vault.keeper).toBe('memory');
    expect(vault.key('session')).toHaveLength(32);
  });
});

describe('a key ring that is opened by whoever logs in', () => {
  const fileOf = (folder: string) => readFileSync(join(folder, 'vault.key'), 'utf8');
  const boots = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

  test.each([
    ['where there was none before', true],
    ['at the first start', false],
  ])('opened once by hand, %s, it shuts nobody out when it is closed again', (_when, before) => {
    const folder = temporaryFolder();
    const { open, closed } = keyRing();
    if (before) openVault(folder, closed, logger, 'sunday');
    const byHand = openVault(folder, open, logger, 'monday');
    expect(byHand.keeper).toBe('trial');
    for (const boot of boots) {
      const locked = openVault(folder, closed, logger, boot);
      expect(locked.keeper).toBe('locked');
      expect(locked.key('ledger')).toEqual(byHand.key('ledger'));
    }
  });

  test('keeps the key alone once it was open after three restarts of the machine in a row', () => {
    const folder = temporaryFolder();
    const { open } = keyRing();
    const key = openVault(folder, open, logger, 'sunday').key('ledger');
    const after = boots.slice(0, 3).map((boot) => openVault(folder, open, logger, boot).keeper);
    expect(after).toEqual(['trial', 'trial', 'os']);
    expect(JSON.parse(fileOf(folder)), 'no copy is left').toEqual({
      protection: 'os',
      key: expect.any(String) as string,
    });
    const kept = openVault(folder, open, logger, 'friday');
    expect([kept.keeper, kept.key('ledger')]).toEqual(['os', key]);
  });

  test('proves nothing by being open while the machine runs on, or nobody knows whether it does', () => {
    const folder = temporaryFolder();
    const { open } = keyRing();
    for (const boot of ['monday', 'monday', 'monday', 'monday', 'monday', null, null, null, null]) {
      expect(openVault(folder, open, logger, boot).keeper).toBe('trial');
    }
  });

  test('begins anew once it was closed, and opened by hand after it', () => {
    const folder = temporaryFolder();
    const { open, closed } = keyRing();
    const keeperAfter = (ring: KeyProtector, boot: string) =>
      openVault(folder, ring, logger, boot).keeper;
    keeperAfter(open, 'sunday');
    keeperAfter(open, 'monday');
    keeperAfter(open, 'tuesday');
    expect(keeperAfter(closed, 'wednesday')).toBe('locked');
    const days = ['wednesday', 'thursday', 'friday', 'saturday'];
    const after = days.map((boot) => keeperAfter(open, boot));
    expect(after).toEqual(['trial', 'trial', 'trial', 'os']);
  });

  test('another ring in its place gets the key, and has to prove itself', () => {
    const folder = temporaryFolder();
    const key = openVault(folder, keyRing().open, logger, 'sunday').key('ledger');
    const { open } = keyRing();
    const days = boots.map((boot) => openVault(folder, open, logger, boot).keeper);
    expect(days).toEqual(['trial', 'trial', 'trial', 'os', 'os']);
    expect(openVault(folder, open, logger, 'friday').key('ledger')).toEqual(key);
  });

  test('that refuses all of a sudden is as good as closed, and a full disk changes nothing', () => {
    const folder = temporaryFolder();
    const { open } = keyRing();
    const key = openVault(folder, open, logger, 'sunday').key('ledger');
    const refuse = () => {
      throw new Error('locked');
    };
    const refusing: KeyProtector = { ...open, protect: refuse, unprotect: refuse };
    const vault = openVault(folder, refusing, logger, 'monday');
    expect([vault.keeper, vault.key('ledger')]).toEqual(['locked', key]);
  });
});

describe('a sealed file', () => {
  test('gives back what was saved, and reveals nothing to who copies it', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'session.sealed');
    const key = randomBytes(32);
    sealedFile(path, key).save({ token: 'correct-horse' });
    expect(sealedFile(path, key).load()).toEqual({ token: 'correct-horse' });
    expect(readFileSync(path).includes('correct-horse')).toBe(false);
    expectOwnerOnly(path);
    expect(readdirSync(folder), 'no draft is left').toEqual(['session.sealed']);
  });

  test('stays as it is while its key is away, whatever is done in that run', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'session.sealed');
    const protector = keyStore();
    const mine = sealedBy(openVault(folder, protector, logger), path, 'session');
    mine.save({ token: 'correct-horse' });

    const locked = openVault(folder, keyStore(), logger);
    expect(locked.keeper).toBe('memory');
    const away = sealedBy(locked, path, 'session');
    expect([away.isThere(), away.load()]).toEqual([true, null]);
    away.save({ token: 'another' });
    away.clear();

    const again = sealedBy(openVault(folder, protector, logger), path, 'session');
    expect(again.load()).toEqual({ token: 'correct-horse' });
  });

  test('is empty when it is not there, cleared, of another key, cut short, or changed by a bit', () => {
    const path = join(temporaryFolder(), 'session.sealed');
    const key = randomBytes(32);
    const file = sealedFile(path, key);
    expect(file.load()).toBeNull();

    file.save('x');
    expect(sealedFile(path, randomBytes(32)).load()).toBeNull();

    const content = readFileSync(path);
    writeFileSync(path, content.subarray(0, 10));
    expect(file.load()).toBeNull();

    for (let index = 0; index < content.length; index += 1) {
      const changed = Buffer.from(content);
      changed[index] = (changed[index] ?? 0) ^ 1;
      writeFileSync(path, changed);
      expect(file.load()).toBeNull();
    }

    file.save('x');
    file.clear();
    expect(file.load()).toBeNull();
  });
});

test('what is sealed under one key never has the nonce of anything else', () => {
  const key = randomBytes(32);
  const nonces = Array.from({ length: 1_000 }, () =>
    seal(key, Buffer.from('x')).toString('hex', 0, 12),
  );
  expect(new Set(nonces).size).toBe(nonces.length);
});
