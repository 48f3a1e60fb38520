import { readFileSync } from 'node:fs';

/** Which run of the machine this is: the same until it starts anew; null where it does not say. */
export function currentBoot(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}
