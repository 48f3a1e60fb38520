import { plainKeyProtector } from '#main/host/plain-key-protector.ts';
import type { KeyProtector } from '#main/ports.ts';

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

/** The operating system's key store, or none where there is none worth the name. */
export function osKeyProtector(store: KeyStore, platform: NodeJS.Platform): KeyProtector {
  if (!store.isEncryptionAvailable()) return plainKeyProtector;
  // Without a key ring, Chromium on Linux can encrypt with a password that is the same everywhere.
  if (platform === 'linux' && store.getSelectedStorageBackend() === 'basic_text') {
    return plainKeyProtector;
  }
  return {
    kind: 'os',
    protect: (key) => store.encryptString(key.toString('base64')),
    unprotect: (protectedKey) => Buffer.from(store.decryptString(protectedKey), 'base64'),
  };
}
