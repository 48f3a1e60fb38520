import { statSync } from 'node:fs';
import { expect } from 'vitest';

/** Windows keeps no such modes: there a file has the rights of the user's own folder, in which it lies. */
const OWNER_ONLY = process.platform === 'win32' ? 0o666 : 0o600;

/** Expects that nobody but the owner of a file may read or write it, as far as its mode says so. */
export function expectOwnerOnly(path: string): void {
  expect(statSync(path).mode & 0o777, path).toBe(OWNER_ONLY);
}
