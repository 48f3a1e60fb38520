import { readFileSync } from 'node:fs';

/**
 * Identifies the current run of the machine: the same value until the next restart; null where the
 * system does not tell.
 */
export function currentBoot(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}
