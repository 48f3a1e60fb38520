import { plainKeyProtector } from '#main/host/plain-key-protector.ts';
import type { KeyProtector } from '#main/ports.ts';
import { safeStorage } from 'electron';

/** The operating system's key store as Electron reaches it, once the app is ready. */
export function osKeyProtector(): KeyProtector {
  if (!safeStorage.isEncryptionAvailable() || isPretence()) return plainKeyProtector;
  return {
    kind: 'os',
    protect: (key) => safeStorage.encryptString(key.toString('base64')),
    unprotect: (protectedKey) => Buffer.from(safeStorage.decryptString(protectedKey), 'base64'),
  };
}

/** Without a key ring, Chromium on Linux can encrypt with a password that is the same everywhere. */
function isPretence(): boolean {
  return process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';
}
