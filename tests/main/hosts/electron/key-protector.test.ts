import { osKeyProtector, type KeyStore } from '#main/hosts/electron/key-protector.ts';
import { describe, expect, test } from 'vitest';

/** A key store that "encrypts" by turning the bytes round. */
function keyStore(backend: string, available = true): KeyStore {
  return {
    isEncryptionAvailable: () => available,
    getSelectedStorageBackend: () => backend,
    encryptString: (text) => Buffer.from(text).reverse(),
    decryptString: (encrypted) => Buffer.from(encrypted).reverse().toString(),
  };
}

const key = Buffer.from([0, 255, 128, 10, 13, 7]);

describe('a key', () => {
  test('comes back from the key store as it was, whatever its bytes', () => {
    const protector = osKeyProtector(keyStore('gnome_libsecret'), 'linux');
    const kept = protector.protect(key);
    expect(protector.kind).toBe('os');
    expect(kept.includes(key)).toBe(false);
    expect(protector.unprotect(kept)).toEqual(key);
  });

  test.each([
    ['there is no key store', keyStore('unknown', false), 'linux'],
    ['the key store on Linux is a fixed password', keyStore('basic_text'), 'linux'],
  ] as const)('is said to be unprotected where %s', (_where, store, platform) => {
    expect(osKeyProtector(store, platform).kind).toBe('none');
  });

  test('its key store is named where there is a choice', () => {
    expect(osKeyProtector(keyStore('kwallet5'), 'linux').store).toBe('kwallet5');
    expect(osKeyProtector(keyStore('basic_text'), 'linux').store).toBe('basic_text');
    expect(osKeyProtector(keyStore('unknown'), 'win32').store).toBeUndefined();
  });
});
