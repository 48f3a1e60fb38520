import { plainKeyProtector } from '#main/hosts/host/plain-key-protector.ts';
import type { KeyProtector } from '#main/base/ports.ts';

/**
 * What is used of Electron's safeStorage, once the app is ready. A start waits for its key anyway,
 * so it is the synchronous half, which every Electron has.
 */
export interface KeyStore {
  isEncryptionAvailable(): boolean;
  getSelectedStorageBackend(): string;
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
}

/** The operating system's key store; none if there is no real one. */
export function osKeyProtector(store: KeyStore, platform: NodeJS.Platform): KeyProtector {
  const name = platform === 'linux' ? { store: store.getSelectedStorageBackend() } : {};
  // Without a key ring, Chromium on Linux can encrypt with a password that is the same everywhere.
  if (!store.isEncryptionAvailable() || name.store === 'basic_text') {
    return { ...plainKeyProtector, ...name };
  }
  return {
    kind: 'os',
    ...name,
    protect: (key) => store.encryptString(key.toString('base64')),
    unprotect: (protectedKey) => Buffer.from(store.decryptString(protectedKey), 'base64'),
  };
}
