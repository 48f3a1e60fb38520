import type { KeyProtector } from '#main/base/ports.ts';

/** Where there is no key store: the key stays as it is, in a file that only this user may read. */
export const plainKeyProtector: KeyProtector = {
  kind: 'none',
  protect: (key) => key,
  unprotect: (protectedKey) => protectedKey,
};
