import { plainKeyProtector } from '#main/hosts/host/plain-key-protector.ts';
import type { KeyProtector } from '#main/base/ports.ts';

/**
 * The part of Electron's safeStorage that is used, once the app is ready. These are the synchronous
 * functions, which every Electron has: a start waits for its key anyway.
 */
export interface KeyStore {
  isEncryptionAvailable(): boolean;
  getSelectedStorageBackend(): string;
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
}

/** The operating system's key store; null where there is none that protects anything. */
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
